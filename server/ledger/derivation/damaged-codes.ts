import { sql } from '#server/analytics/index.ts'

/** SQL of what spreadsheets do to a code of digits, in files that know nothing else of a row. Settlements know more (`row-identity.ts`). */

/** The code without the zeros that a number does not begin with: the same before and after. */
export const withoutZeros = (column: string): string => `trim(LEADING '0' FROM ${column})`

/** `5.01235E+12`: the other digits are lost. */
export const IS_ROUNDED = {
  sku: sql`match(sku, '^[0-9]([.,][0-9]+)?E[+][0-9]+$')`,
  order_item_id: sql`match(order_item_id, '^[0-9]([.,][0-9]+)?E[+][0-9]+$')`,
}

/** Of rows that differ in nothing but their SKU's zeros, the one that has them comes first. */
export const WHOLE_SKU_FIRST = 'length(sku) DESC'

/** Of SKUs in an aggregation, the only one, whether or not a copy of it has lost its zeros; else none. */
export const onlySku = (skus: string): string =>
  `if(length(arrayDistinct(arrayMap(one -> ${withoutZeros('one')}, ${skus}))) = 1, arraySort(one -> -length(one), ${skus})[1], '')`

/** What tells returns apart: the label of a unit says which it is, where there is one. */
export const RETURN_KEY = `(return_date, order_id, if(license_plate_number != '', '', ${withoutZeros('sku')}), marketplace, ifNull(quantity, -2147483648), disposition, license_plate_number)`
