-- Orders of other shops are few, or none: a change of orders looks for them in what settlements hold of the company, and passes over
-- the rest.
ALTER TABLE {{local settlement_lines}} ADD INDEX IF NOT EXISTS by_shop multichannel TYPE minmax GRANULARITY 1;
ALTER TABLE {{local settlement_lines}} MATERIALIZE INDEX by_shop;
