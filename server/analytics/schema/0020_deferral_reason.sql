-- Why Amazon holds a transaction back, in its own word; empty where the file does not say, and of rows read before this column was there.
ALTER TABLE {{local settlement_lines}}
  ADD COLUMN IF NOT EXISTS deferral_reason LowCardinality(String);

{{distributed settlement_lines}};
