import { multiply, ZERO, type Decimal } from '../decimal.ts'

/** Rules that no algebra says, of values in the order in which a formula names them. Null where there is no answer. */
export const COMPUTED: Readonly<Record<string, (...values: Decimal[]) => Decimal | null>> = {
  differenceFromZero: (from, less) => (from! > less! ? from! - less! : ZERO),
  profitOfSales: (sales, share, spend) => multiply(sales!, share!) - spend!,
}
