-- What makes a change read what it touches and no more, however many rows a company holds.

-- Orders and settlements are looked up by their ids, which no order of rows could serve as well as that of the files. A
-- granule holds some thousand orders, and a lookup asks for hundreds of them: hence so few false answers.
ALTER TABLE {{local settlement_lines}}
  ADD INDEX IF NOT EXISTS by_order order_id TYPE bloom_filter(0.0001) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_settlement settlement_id TYPE bloom_filter(0.001) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_import import_id TYPE minmax GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_source source TYPE minmax GRANULARITY 1;
ALTER TABLE {{local settlement_lines}}
  MATERIALIZE INDEX by_order, MATERIALIZE INDEX by_settlement, MATERIALIZE INDEX by_import, MATERIALIZE INDEX by_source;

ALTER TABLE {{local order_items}}
  ADD INDEX IF NOT EXISTS by_order order_id TYPE bloom_filter(0.0001) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_day ifNull(purchased_day, toDate(purchased_at)) TYPE minmax GRANULARITY 1;
ALTER TABLE {{local order_items}} MATERIALIZE INDEX by_order, MATERIALIZE INDEX by_day;

ALTER TABLE {{local returns}}
  ADD INDEX IF NOT EXISTS by_order order_id TYPE bloom_filter(0.0001) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_hash row_hash TYPE bloom_filter(0.0001) GRANULARITY 1;
ALTER TABLE {{local returns}} MATERIALIZE INDEX by_order, MATERIALIZE INDEX by_hash;

ALTER TABLE {{local ledger}}
  ADD INDEX IF NOT EXISTS by_version version TYPE minmax GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_order order_id TYPE bloom_filter(0.0001) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_settlement settlement_id TYPE bloom_filter(0.001) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_import import_id TYPE bloom_filter(0.001) GRANULARITY 1;
ALTER TABLE {{local ledger}}
  MATERIALIZE INDEX by_version, MATERIALIZE INDEX by_order, MATERIALIZE INDEX by_settlement, MATERIALIZE INDEX by_import;

ALTER TABLE {{local ledger_by_day_sku}} ADD INDEX IF NOT EXISTS by_version version TYPE minmax GRANULARITY 1;
ALTER TABLE {{local ledger_by_day_sku}} MATERIALIZE INDEX by_version;

ALTER TABLE {{local measures}} ADD INDEX IF NOT EXISTS by_version version TYPE minmax GRANULARITY 1;
ALTER TABLE {{local measures}} MATERIALIZE INDEX by_version;

ALTER TABLE {{local measures_by_product}} ADD INDEX IF NOT EXISTS by_version version TYPE minmax GRANULARITY 1;
ALTER TABLE {{local measures_by_product}} MATERIALIZE INDEX by_version;

-- What an import holds of a settlement, by marketplace: sums over its lines, which never change after it.
CREATE TABLE IF NOT EXISTS {{local settlement_holdings}} (
  company_id LowCardinality(String),
  import_id UInt64,
  account_id LowCardinality(String),
  settlement_id String,
  source UInt8,
  marketplace LowCardinality(String),
  -- An import without any line has one row, of none.
  row_count UInt64,
  amount Decimal(38, 9),
  currency LowCardinality(String),
  -- Bits of `lost` of any of them.
  losses UInt16,
  months Array(Date),
  -- Some of them belong to no order.
  has_account_facts Bool
)
ENGINE = {{engine ReplacingMergeTree}}
ORDER BY (company_id, import_id, account_id, settlement_id, source, marketplace);

{{distributed settlement_holdings}};
