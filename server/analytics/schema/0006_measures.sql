-- What Amazon counts beside the ledger, day by day: sales and traffic, stock, and all that advertising did.

CREATE TABLE IF NOT EXISTS {{local sales_traffic_date}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  marketplace LowCardinality(String),
  currency LowCardinality(String),
  ordered_product_sales Nullable(Decimal(18, 9)),
  ordered_product_sales_b2b Nullable(Decimal(18, 9)),
  units_ordered Nullable(Int32),
  units_ordered_b2b Nullable(Int32),
  total_order_items Nullable(Int32),
  total_order_items_b2b Nullable(Int32),
  units_refunded Nullable(Int32),
  shipped_product_sales Nullable(Decimal(18, 9)),
  units_shipped Nullable(Int32),
  orders_shipped Nullable(Int32),
  browser_page_views Nullable(Int32),
  browser_page_views_b2b Nullable(Int32),
  mobile_app_page_views Nullable(Int32),
  mobile_app_page_views_b2b Nullable(Int32),
  page_views Nullable(Int32),
  page_views_b2b Nullable(Int32),
  browser_sessions Nullable(Int32),
  browser_sessions_b2b Nullable(Int32),
  mobile_app_sessions Nullable(Int32),
  mobile_app_sessions_b2b Nullable(Int32),
  sessions Nullable(Int32),
  sessions_b2b Nullable(Int32),
  -- From 0 to 100.
  buy_box_percentage Nullable(Decimal(18, 9)),
  buy_box_percentage_b2b Nullable(Decimal(18, 9)),
  average_offer_count Nullable(Int32),
  feedback_received Nullable(Int32),
  negative_feedback_received Nullable(Int32),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed sales_traffic_date}};

CREATE TABLE IF NOT EXISTS {{local sales_traffic_asin_day}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  marketplace LowCardinality(String),
  parent_asin String,
  child_asin String,
  sku String,
  currency LowCardinality(String),
  ordered_product_sales Nullable(Decimal(18, 9)),
  ordered_product_sales_b2b Nullable(Decimal(18, 9)),
  units_ordered Nullable(Int32),
  units_ordered_b2b Nullable(Int32),
  total_order_items Nullable(Int32),
  total_order_items_b2b Nullable(Int32),
  browser_page_views Nullable(Int32),
  browser_page_views_b2b Nullable(Int32),
  mobile_app_page_views Nullable(Int32),
  mobile_app_page_views_b2b Nullable(Int32),
  page_views Nullable(Int32),
  page_views_b2b Nullable(Int32),
  browser_sessions Nullable(Int32),
  browser_sessions_b2b Nullable(Int32),
  mobile_app_sessions Nullable(Int32),
  mobile_app_sessions_b2b Nullable(Int32),
  sessions Nullable(Int32),
  sessions_b2b Nullable(Int32),
  buy_box_percentage Nullable(Decimal(18, 9)),
  buy_box_percentage_b2b Nullable(Decimal(18, 9)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed sales_traffic_asin_day}};

CREATE TABLE IF NOT EXISTS {{local inventory_snapshots}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  date Date,
  marketplace LowCardinality(String),
  sku String,
  available Nullable(Int32),
  inbound_working Nullable(Int32),
  inbound_shipped Nullable(Int32),
  inbound_receiving Nullable(Int32),
  reserved_customer_orders Nullable(Int32),
  reserved_fc_transfer Nullable(Int32),
  reserved_fc_processing Nullable(Int32),
  researching Nullable(Int32),
  unfulfillable Nullable(Int32),
  afn_total Nullable(Int32),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed inventory_snapshots}};

ALTER TABLE {{local ads_daily}}
  ADD COLUMN IF NOT EXISTS purchases_7d Nullable(Int64),
  ADD COLUMN IF NOT EXISTS purchases_14d Nullable(Int64),
  ADD COLUMN IF NOT EXISTS units_7d Nullable(Int64),
  ADD COLUMN IF NOT EXISTS units_14d Nullable(Int64),
  ADD COLUMN IF NOT EXISTS sales_7d Nullable(Decimal(18, 9)),
  ADD COLUMN IF NOT EXISTS sales_same_sku_7d Nullable(Decimal(18, 9)),
  ADD COLUMN IF NOT EXISTS ntb_purchases_14d Nullable(Int64),
  ADD COLUMN IF NOT EXISTS ntb_sales_14d Nullable(Decimal(18, 9));

{{distributed ads_daily}};

-- A journal like the ledger, narrow: a row for each thing that a counting row of a fact table states.
CREATE TABLE IF NOT EXISTS {{local measures}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  fact LowCardinality(String),
  -- ANY adds up over products to the whole. Where it does not, because a visitor of two products is one visitor, the
  -- whole is asked at ACCOUNT and products at PRODUCT.
  level LowCardinality(String),
  day Date CODEC(Delta, LZ4),
  -- Empty: of none in particular.
  marketplace LowCardinality(String),
  sku LowCardinality(String),
  asin LowCardinality(String),
  measure LowCardinality(String),
  -- Empty on counts.
  currency LowCardinality(String),
  amount Decimal(18, 9) CODEC(T64, LZ4),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  -- How many times the row counts; negative takes an earlier one back.
  n Int32,
  version UInt64
)
ENGINE = {{engine MergeTree}}
PARTITION BY toYear(day)
ORDER BY (company_id, fact, measure, day, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed measures}};

-- Exact daily roll-ups. Sums have room for whatever rows come to.
CREATE TABLE IF NOT EXISTS {{local measures_by_day}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  fact LowCardinality(String),
  level LowCardinality(String),
  measure LowCardinality(String),
  day Date CODEC(Delta, LZ4),
  marketplace LowCardinality(String),
  currency LowCardinality(String),
  amount Decimal(38, 9) CODEC(ZSTD(1)),
  row_count Int64 CODEC(T64, LZ4),
  version UInt64
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, fact, level, measure, day, marketplace, currency, version)
SETTINGS {{durable}};

{{distributed measures_by_day}};

CREATE TABLE IF NOT EXISTS {{local measures_by_product}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  fact LowCardinality(String),
  level LowCardinality(String),
  measure LowCardinality(String),
  day Date CODEC(Delta, LZ4),
  marketplace LowCardinality(String),
  sku LowCardinality(String),
  asin LowCardinality(String),
  currency LowCardinality(String),
  amount Decimal(38, 9) CODEC(ZSTD(1)),
  row_count Int64 CODEC(T64, LZ4),
  version UInt64
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, fact, level, measure, day, sku, marketplace, currency, version)
SETTINGS {{durable}};

{{distributed measures_by_product}};
