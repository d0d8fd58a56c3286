#!/usr/bin/env bash
# Run once by the PostgreSQL image when it makes its volume: a role that owns its database and is no superuser, whom the
# server would let read files.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$SEXTANT_POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE sextant LOGIN PASSWORD :'password';
CREATE DATABASE sextant OWNER sextant;
SQL
