-- The ledger is a journal: rows are only ever added. A change adds rows with a negative count for what no longer
-- holds and a positive count for what holds now, all under one version. The state at version v is the plain sum of
-- everything with a version up to v; publishing is one number in the relational store, and so are undo and "as of".

CREATE TABLE IF NOT EXISTS {{local ledger}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  basis LowCardinality(String),
  -- Which kind of fact the row was made from; a change re-derives one feed at a time.
  feed LowCardinality(String),
  day Date CODEC(Delta, LZ4),
  -- The day whose exchange rate counts: a return is valued like its sale, so that both cancel exactly.
  fx_day Date CODEC(Delta, LZ4),
  -- Empty: account level.
  marketplace LowCardinality(String),
  sku LowCardinality(String),
  line LowCardinality(String),
  -- Empty on counts.
  currency LowCardinality(String),
  amount Decimal(18, 9) CODEC(T64, LZ4),
  kind LowCardinality(String),
  -- VAT rate or unit cost that made a derived row.
  rate Decimal(18, 9),
  unmapped Bool,
  order_id String,
  settlement_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  -- How many times the row counts; negative takes an earlier one back.
  n Int32,
  version UInt64
)
ENGINE = {{engine MergeTree}}
PARTITION BY toYear(day)
ORDER BY (company_id, basis, line, day, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed ledger}};

-- Exact daily roll-ups of the ledger, journals like it.
CREATE TABLE IF NOT EXISTS {{local ledger_by_day}} (
  company_id LowCardinality(String),
  basis LowCardinality(String),
  day Date CODEC(Delta, LZ4),
  fx_day Date CODEC(Delta, LZ4),
  marketplace LowCardinality(String),
  line LowCardinality(String),
  currency LowCardinality(String),
  amount Decimal(18, 9) CODEC(T64, LZ4),
  row_count Int64 CODEC(T64, LZ4),
  unmapped_count Int64 CODEC(T64, LZ4),
  version UInt64
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, basis, line, day, fx_day, marketplace, currency, version)
SETTINGS {{durable}};

{{distributed ledger_by_day}};

CREATE TABLE IF NOT EXISTS {{local ledger_by_day_sku}} (
  company_id LowCardinality(String),
  basis LowCardinality(String),
  day Date CODEC(Delta, LZ4),
  fx_day Date CODEC(Delta, LZ4),
  sku LowCardinality(String),
  marketplace LowCardinality(String),
  line LowCardinality(String),
  currency LowCardinality(String),
  amount Decimal(18, 9) CODEC(T64, LZ4),
  row_count Int64 CODEC(T64, LZ4),
  unmapped_count Int64 CODEC(T64, LZ4),
  version UInt64
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, basis, sku, line, day, fx_day, marketplace, currency, version)
SETTINGS {{durable}};

{{distributed ledger_by_day_sku}};

-- The line of each way in which a company's files name an amount.
CREATE TABLE IF NOT EXISTS {{local ledger_mapping}} (
  company_id LowCardinality(String),
  triple UInt64,
  transaction_type String,
  amount_type String,
  amount_description String,
  canonical_type LowCardinality(String),
  line LowCardinality(String),
  -- SOLD or REFUNDED where the row's quantity is units.
  counts LowCardinality(String),
  -- BASE: contains VAT. TAX: is tax of its item. WITHHELD: tax kept by Amazon.
  tax_role LowCardinality(String),
  -- An Amazon fee that may contain recoverable VAT.
  is_fee Bool,
  unmapped Bool,
  mapping_version UInt16
)
ENGINE = {{engine ReplacingMergeTree(mapping_version)}}
ORDER BY (company_id, triple);

{{distributed ledger_mapping}};

-- US dollars per unit for every day, carried forward over at most ten days without a rate. A change writes the whole
-- set of the company under its version; the newest version is the set that counts.
CREATE TABLE IF NOT EXISTS {{local daily_rates}} (
  company_id LowCardinality(String),
  currency LowCardinality(String),
  day Date,
  usd Decimal(38, 18),
  rate_date Date,
  publisher LowCardinality(String),
  version UInt64
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, version, currency, day)
SETTINGS {{durable}};

{{distributed daily_rates}};
