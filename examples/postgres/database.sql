-- The database of a kalah that many machines share, and its two roles. As the administrator of the server:
--   psql -v owner=PASSWORD -v worker=PASSWORD <database.sql
-- kalah owns the tables: it begins tournaments, and everything else that writes to the store.
-- kalah_worker plays games of tournaments; worker.sql gives it its rights.
\set ON_ERROR_STOP on
CREATE ROLE kalah LOGIN PASSWORD :'owner';
CREATE ROLE kalah_worker LOGIN PASSWORD :'worker';
CREATE DATABASE kalah OWNER kalah ENCODING 'UTF8' TEMPLATE template0;
