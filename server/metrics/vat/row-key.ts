import { VAT_SOURCES, type VatSource } from '#contract/vat-report.ts'
import { z } from 'zod'
import { CalculatedKey } from './calculated.ts'
import { StatedKey } from './stated.ts'

/** How a browser names a row of the report: what its lines have in common. */
export const keyText = (source: VatSource, values: StatedKey | CalculatedKey): string =>
  JSON.stringify([source, values])

const Source = z.enum(VAT_SOURCES)

/** The same, read back; undefined for what is no key. */
export function readKey(
  text: string,
): { source: 'REPORT'; values: StatedKey } | { source: 'CALCULATED'; values: CalculatedKey } | undefined {
  try {
    const [source, values] = z.tuple([Source, z.unknown()]).parse(JSON.parse(text))
    return source === 'REPORT'
      ? { source, values: StatedKey.strict().parse(values) }
      : { source, values: CalculatedKey.strict().parse(values) }
  } catch {
    return undefined
  }
}
