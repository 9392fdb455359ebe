declare const data: any; export default data;
