// A link on another site led here, without the cookie; asked for by a page of ours, the same address comes with it.
const address = new URL(location.href);
address.searchParams.set("entering", "1");
location.replace(address);
