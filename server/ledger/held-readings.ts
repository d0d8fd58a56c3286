import { z } from 'zod'
import type { FactTable } from '#amazon/index.ts'
import { liveRequests, type Company } from '#server/accounts/index.ts'
import { defineQuery, type AnalyticsQuery, type Sql } from '#server/analytics/index.ts'
import { readingMoments } from './derivation/reading-moments.ts'
import { heldTables } from './held-tables.ts'
import { perVersion } from './per-version.ts'
import type { Services } from './services.ts'

/** The imports that count of a company, and when Amazon made what they hold, as statements that choose among readings ask. */
export const heldReadings = perVersion(
  async ({ accounts }, company) => {
    const imports = await liveRequests(accounts, company)
    return { live: imports.map(({ attemptVersion }) => attemptVersion!), ...readingMoments(imports) }
  },
  ({ live }) => live.length,
)

/** Whether a company has rows in a table. */
export type Holds = (table: FactTable) => boolean
export const ALL_HELD: Holds = () => true

/** Whether any import that counts has a row of a table. What none has need not be asked for, which costs planning a statement. */
export async function holdsRows(services: Services, company: Company, table: FactTable): Promise<boolean> {
  const { live } = await heldReadings(services, company)
  return (await heldTables(services.analytics, company.id, live)).has(table)
}

interface Definition<Shape extends z.ZodRawShape, Row extends z.ZodType> {
  name: string
  params: z.ZodObject<Shape>
  row: Row
  sql: Sql
}

/**
 * A statement about many tables, made for those that a company has rows in: the engine takes longer to plan a table without
 * rows than to read it. There are as many statements as sets of tables that companies have.
 */
export function forHeldTables<Shape extends z.ZodRawShape, Row extends z.ZodType>(
  define: (holds: Holds) => Definition<Shape, Row>,
): (
  services: Services,
  company: Company,
) => Promise<AnalyticsQuery<z.input<z.ZodObject<Shape>>, z.output<Row>>> {
  const made = new Map<string, AnalyticsQuery<z.input<z.ZodObject<Shape>>, z.output<Row>>>()
  return async (services, company) => {
    const { live } = await heldReadings(services, company)
    const held = await heldTables(services.analytics, company.id, live)
    const asked = new Set<FactTable>()
    const definition = define((table) => {
      asked.add(table)
      return held.has(table)
    })
    const key = [...asked].filter((table) => held.has(table)).join()
    const known = made.get(key)
    if (known) return known
    const query = defineQuery({ ...definition, params: usedIn(definition) })
    made.set(key, query)
    return query
  }
}

/** What only rows of other tables ask for is no parameter. */
function usedIn<Shape extends z.ZodRawShape, Row extends z.ZodType>({
  params,
  sql: statement,
}: Definition<Shape, Row>): z.ZodObject<Shape> {
  const used = Object.entries(params.shape).filter(([name]) => statement.text.includes(`{${name}:`))
  return z.object(Object.fromEntries(used)) as unknown as z.ZodObject<Shape>
}
