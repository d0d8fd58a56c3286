-- Between two statements of a change: the lines of settlements that it derives rows from, chosen and mapped once. What
-- reads them is a statement of a size that the engine plans in a moment. Each slice is gone before its version is
-- published, as a partition, which takes the engine no time.
CREATE TABLE IF NOT EXISTS {{local mapped_lines}} (
  company_id LowCardinality(String),
  version UInt64,
  slice UInt32,
  -- Ledger rows are derived from it; it may also be an original shipment of one of those.
  is_in_scope Bool,
  is_looked_back_at Bool,
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  settlement_id LowCardinality(String),
  status LowCardinality(String),
  order_id String,
  shipment_id String,
  multichannel Bool,
  sku LowCardinality(String),
  quantity Nullable(Int32),
  amount Decimal(18, 9),
  tax_amount Nullable(Decimal(18, 9)),
  fulfillment_channel LowCardinality(String),
  triple UInt64,
  lost UInt16,
  marketplace String,
  -- Which of several equal deferrals it is.
  nth UInt64,
  mapped_line LowCardinality(String),
  canonical_type LowCardinality(String),
  counts LowCardinality(String),
  tax_role LowCardinality(String),
  is_fee Bool,
  unmapped Bool,
  effective_marketplace String,
  day Date,
  money String,
  item_key UInt64
)
ENGINE = {{engine MergeTree}}
PARTITION BY (version, slice)
ORDER BY (company_id, import_id, line_no, part);

{{distributed mapped_lines}};
