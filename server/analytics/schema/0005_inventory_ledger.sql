CREATE TABLE IF NOT EXISTS {{local inventory_ledger}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  marketplace LowCardinality(String),
  sku String,
  fnsku String,
  asin String,
  disposition LowCardinality(String),
  location LowCardinality(String),
  starting_balance Nullable(Int32),
  in_transit Nullable(Int32),
  receipts Nullable(Int32),
  customer_shipments Nullable(Int32),
  customer_returns Nullable(Int32),
  vendor_returns Nullable(Int32),
  transfers Nullable(Int32),
  found Nullable(Int32),
  lost Nullable(Int32),
  damaged Nullable(Int32),
  disposed Nullable(Int32),
  other_events Nullable(Int32),
  ending_balance Nullable(Int32),
  unknown_events Nullable(Int32),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed inventory_ledger}};
