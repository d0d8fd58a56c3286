-- BUSINESS or CONSUMER; empty where the report does not say, and of rows read before this column was there.
ALTER TABLE {{local vat_transactions}}
  ADD COLUMN IF NOT EXISTS buyer_type LowCardinality(String);

{{distributed vat_transactions}};
