-- Fact tables: what the files say, row by row, never changed after the import that wrote them.
-- A row counts while its import is live (published and not undone); that is decided by the reader, so taking an
-- import back touches no row here. `problem` is filled on refused rows, which carry their text in `raw`.

CREATE TABLE IF NOT EXISTS {{local settlement_lines}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  line_id String CODEC(ZSTD(1)),
  settlement_id LowCardinality(String),
  transaction_type LowCardinality(String),
  status LowCardinality(String),
  posted_at DateTime('UTC') CODEC(Delta, LZ4),
  released_at Nullable(DateTime('UTC')),
  order_id String,
  order_item_id String,
  shipment_id String,
  adjustment_id String,
  marketplace LowCardinality(String),
  multichannel Bool,
  sku LowCardinality(String),
  asin String,
  quantity Nullable(Int32) CODEC(T64, LZ4),
  amount_type LowCardinality(String),
  amount_description LowCardinality(String),
  amount Decimal(18, 9) CODEC(T64, LZ4),
  tax_amount Nullable(Decimal(18, 9)),
  currency LowCardinality(String),
  fulfillment_channel LowCardinality(String),
  promotion_id String CODEC(ZSTD(1)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1)),
  -- Key of the mapping: what the row calls itself.
  triple UInt64 MATERIALIZED cityHash64(source, transaction_type, amount_type, amount_description) CODEC(LZ4),
  -- Identity of the row within its settlement; equal rows are told apart by their ordinal.
  row_hash UInt64 MATERIALIZED cityHash64(transaction_type, status, posted_at, order_id, order_item_id, shipment_id, adjustment_id,
    marketplace, multichannel, sku, ifNull(quantity, -2147483648), amount_type, amount_description, amount, ifNull(tax_amount, -999999999), currency, fulfillment_channel, promotion_id)
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed settlement_lines}};

CREATE TABLE IF NOT EXISTS {{local settlements}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  settlement_id String,
  start_at Nullable(DateTime('UTC')),
  end_at Nullable(DateTime('UTC')),
  deposit_at Nullable(DateTime('UTC')),
  total_amount Nullable(Decimal(18, 9)),
  currency LowCardinality(String),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed settlements}};

CREATE TABLE IF NOT EXISTS {{local order_items}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  order_id String,
  order_item_id String,
  file_index String,
  purchased_at Nullable(DateTime('UTC')),
  purchased_day Nullable(Date),
  last_updated_at Nullable(DateTime('UTC')),
  order_status LowCardinality(String),
  item_status LowCardinality(String),
  fulfillment_channel LowCardinality(String),
  sales_channel LowCardinality(String),
  marketplace LowCardinality(String),
  multichannel Bool,
  is_business Nullable(Bool),
  sku String,
  asin String,
  title String CODEC(ZSTD(1)),
  quantity Nullable(Int32),
  currency LowCardinality(String),
  item_price Nullable(Decimal(18, 9)),
  item_tax Nullable(Decimal(18, 9)),
  shipping_price Nullable(Decimal(18, 9)),
  shipping_tax Nullable(Decimal(18, 9)),
  gift_wrap_price Nullable(Decimal(18, 9)),
  gift_wrap_tax Nullable(Decimal(18, 9)),
  item_promotion_discount Nullable(Decimal(18, 9)),
  ship_promotion_discount Nullable(Decimal(18, 9)),
  promotion_ids String CODEC(ZSTD(1)),
  ship_country LowCardinality(String),
  ship_region LowCardinality(String),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed order_items}};

CREATE TABLE IF NOT EXISTS {{local product_costs}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  sku String,
  marketplace LowCardinality(String),
  valid_from Nullable(Date),
  valid_to Nullable(Date),
  currency LowCardinality(String),
  manufacturing Nullable(Decimal(18, 9)),
  freight Nullable(Decimal(18, 9)),
  duty Nullable(Decimal(18, 9)),
  other Nullable(Decimal(18, 9)),
  fbm_shipping Nullable(Decimal(18, 9)),
  note String,
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed product_costs}};

CREATE TABLE IF NOT EXISTS {{local exchange_rates}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  rate_date Date,
  currency LowCardinality(String),
  usd_per_unit Decimal(38, 18),
  -- Who published the rate; `source` is taken by the rank of the file.
  publisher LowCardinality(String),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed exchange_rates}};

CREATE TABLE IF NOT EXISTS {{local vat_rates}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  marketplace LowCardinality(String),
  sku String,
  rate Decimal(18, 9),
  valid_from Nullable(Date),
  valid_to Nullable(Date),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed vat_rates}};

CREATE TABLE IF NOT EXISTS {{local returns}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  return_date Date,
  order_id String,
  sku String,
  asin String,
  fnsku String,
  marketplace LowCardinality(String),
  quantity Nullable(Int32),
  disposition LowCardinality(String),
  reason LowCardinality(String),
  status LowCardinality(String),
  license_plate_number String,
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1)),
  row_hash UInt64 MATERIALIZED cityHash64(return_date, order_id, sku, marketplace, ifNull(quantity, -2147483648), disposition, license_plate_number)
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed returns}};

CREATE TABLE IF NOT EXISTS {{local fee_estimates}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  sku String,
  marketplace LowCardinality(String),
  snapshot_date Date,
  currency LowCardinality(String),
  price Nullable(Decimal(18, 9)),
  referral_fee Nullable(Decimal(18, 9)),
  fulfillment_fee Nullable(Decimal(18, 9)),
  closing_fee Nullable(Decimal(18, 9)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed fee_estimates}};

CREATE TABLE IF NOT EXISTS {{local expenses}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  name String,
  amount Decimal(18, 9),
  currency LowCardinality(String),
  category String,
  vendor String,
  brand_name String,
  marketplace LowCardinality(String),
  start_date Date,
  end_date Nullable(Date),
  frequency LowCardinality(String),
  note String,
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed expenses}};

CREATE TABLE IF NOT EXISTS {{local ads_daily}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  ad_type LowCardinality(String),
  marketplace LowCardinality(String),
  campaign_id String,
  sku String,
  currency LowCardinality(String),
  impressions Nullable(Int64),
  clicks Nullable(Int64),
  cost Decimal(18, 9),
  sales_14d Nullable(Decimal(18, 9)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed ads_daily}};
