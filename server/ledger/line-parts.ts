import { childrenOf, isPnlLine, lineDefinition, type PnlLine } from '#contract/profit-and-loss-lines.ts'

/** The lines whose sum (or ratio) a line is. */
export function partsOf(line: PnlLine): readonly PnlLine[] {
  if (line === 'netUnits') return ['unitsSold', 'unitsRefunded']
  if (line === 'averageSellingPrice') return ['productSales', 'unitsSold']
  return lineDefinition(line).sumOf?.filter(isPnlLine) ?? childrenOf(line)
}

/** Lines of the ledger that a line of the statement is made of. */
export function leavesOf(line: PnlLine): string[] {
  const definition = lineDefinition(line)
  const parts = partsOf(line)
  if (parts.length > 0) return [...new Set(parts.flatMap(leavesOf))]
  return definition.unit === 'price' ? [] : [line]
}
