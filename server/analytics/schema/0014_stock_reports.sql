-- Facts of stock, of what its storage costs and of what becomes of it, of promotions, and of value-added tax.

CREATE TABLE IF NOT EXISTS {{local inventory_planning}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  marketplace LowCardinality(String),
  sku String CODEC(ZSTD(1)),
  asin LowCardinality(String),
  available Nullable(Int32),
  age_0_to_90 Nullable(Int32),
  age_91_to_180 Nullable(Int32),
  age_181_to_270 Nullable(Int32),
  age_271_to_365 Nullable(Int32),
  age_over_365 Nullable(Int32),
  units_shipped_7 Nullable(Int32),
  units_shipped_30 Nullable(Int32),
  units_shipped_60 Nullable(Int32),
  units_shipped_90 Nullable(Int32),
  days_of_supply Nullable(Decimal(18, 9)),
  estimated_excess Nullable(Int32),
  recommended_action LowCardinality(String),
  currency LowCardinality(String),
  price Nullable(Decimal(18, 9)),
  storage_next_month Nullable(Decimal(18, 9)),
  aged_surcharge_next Nullable(Decimal(18, 9)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed inventory_planning}};

CREATE TABLE IF NOT EXISTS {{local stranded_inventory}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  marketplace LowCardinality(String),
  sku String CODEC(ZSTD(1)),
  asin LowCardinality(String),
  reason LowCardinality(String),
  stranded_since Nullable(Date),
  units Int32,
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed stranded_inventory}};

CREATE TABLE IF NOT EXISTS {{local storage_fees}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  month Date,
  marketplace LowCardinality(String),
  asin LowCardinality(String),
  fnsku String CODEC(ZSTD(1)),
  fulfillment_center LowCardinality(String),
  average_quantity Nullable(Decimal(18, 9)),
  item_volume Nullable(Decimal(18, 9)),
  volume_unit LowCardinality(String),
  currency LowCardinality(String),
  fee Decimal(18, 9),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed storage_fees}};

CREATE TABLE IF NOT EXISTS {{local aged_fees}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  marketplace LowCardinality(String),
  sku String CODEC(ZSTD(1)),
  asin LowCardinality(String),
  fnsku String CODEC(ZSTD(1)),
  tier LowCardinality(String),
  quantity Nullable(Int32),
  currency LowCardinality(String),
  amount Decimal(18, 9),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed aged_fees}};

CREATE TABLE IF NOT EXISTS {{local reimbursements}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  reimbursement_id String CODEC(ZSTD(1)),
  case_id String CODEC(ZSTD(1)),
  order_id String CODEC(ZSTD(1)),
  reason LowCardinality(String),
  marketplace LowCardinality(String),
  sku String CODEC(ZSTD(1)),
  asin LowCardinality(String),
  fnsku String CODEC(ZSTD(1)),
  condition LowCardinality(String),
  currency LowCardinality(String),
  amount Nullable(Decimal(18, 9)),
  quantity_cash Nullable(Int32),
  quantity_inventory Nullable(Int32),
  original_reimbursement_id String CODEC(ZSTD(1)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed reimbursements}};

CREATE TABLE IF NOT EXISTS {{local removal_orders}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  order_id String CODEC(ZSTD(1)),
  order_type LowCardinality(String),
  order_status LowCardinality(String),
  last_updated Nullable(Date),
  marketplace LowCardinality(String),
  sku String CODEC(ZSTD(1)),
  fnsku String CODEC(ZSTD(1)),
  disposition LowCardinality(String),
  requested Int32,
  cancelled Nullable(Int32),
  disposed Nullable(Int32),
  shipped Nullable(Int32),
  in_process Nullable(Int32),
  currency LowCardinality(String),
  fee Nullable(Decimal(18, 9)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed removal_orders}};

CREATE TABLE IF NOT EXISTS {{local removal_shipments}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  order_id String CODEC(ZSTD(1)),
  marketplace LowCardinality(String),
  sku String CODEC(ZSTD(1)),
  fnsku String CODEC(ZSTD(1)),
  disposition LowCardinality(String),
  quantity Int32,
  carrier LowCardinality(String),
  tracking_number String CODEC(ZSTD(1)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed removal_shipments}};

CREATE TABLE IF NOT EXISTS {{local promotions}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  promotion_id String CODEC(ZSTD(1)),
  name String CODEC(ZSTD(1)),
  type LowCardinality(String),
  status LowCardinality(String),
  start_at Nullable(DateTime('UTC')),
  end_at Nullable(DateTime('UTC')),
  marketplace LowCardinality(String),
  asin LowCardinality(String),
  glance_views Nullable(Int32),
  units_sold Nullable(Int32),
  currency LowCardinality(String),
  revenue Nullable(Decimal(18, 9)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed promotions}};

CREATE TABLE IF NOT EXISTS {{local coupons}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  coupon_id String CODEC(ZSTD(1)),
  name String CODEC(ZSTD(1)),
  start_at Nullable(DateTime('UTC')),
  end_at Nullable(DateTime('UTC')),
  marketplace LowCardinality(String),
  asins String CODEC(ZSTD(1)),
  clips Nullable(Int32),
  redemptions Nullable(Int32),
  currency LowCardinality(String),
  budget Nullable(Decimal(18, 9)),
  budget_spent Nullable(Decimal(18, 9)),
  total_discount Nullable(Decimal(18, 9)),
  sales Nullable(Decimal(18, 9)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed coupons}};

CREATE TABLE IF NOT EXISTS {{local vat_transactions}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  period LowCardinality(String),
  marketplace LowCardinality(String),
  program LowCardinality(String),
  transaction_type LowCardinality(String),
  transaction_id String CODEC(ZSTD(1)),
  event_id String CODEC(ZSTD(1)),
  sku String CODEC(ZSTD(1)),
  asin LowCardinality(String),
  quantity Nullable(Int32),
  depart_country LowCardinality(String),
  arrival_country LowCardinality(String),
  seller_vat_country LowCardinality(String),
  tax_jurisdiction LowCardinality(String),
  tax_scheme LowCardinality(String),
  collected_by LowCardinality(String),
  vat_rate Nullable(Decimal(18, 9)),
  currency LowCardinality(String),
  amount_without_vat Nullable(Decimal(18, 9)),
  vat Nullable(Decimal(18, 9)),
  amount_with_vat Nullable(Decimal(18, 9)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed vat_transactions}};
