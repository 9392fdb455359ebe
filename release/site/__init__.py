"""The page without a server: a folder of static files with the same studio, whose answers the browser works out."""
