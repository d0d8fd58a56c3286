/** How the tables of this installation lie. */
export interface Layout {
  /** The name of the cluster in the engine's own configuration; undefined for a single node. */
  cluster?: string
  /** Each shard has replicas, which Keeper holds together. */
  isReplicated?: boolean
}

export const SINGLE_NODE: Layout = {}

/** Where a company's rows are, unless a table says otherwise. */
const SHARDING_KEY = 'cityHash64(company_id)'

/**
 * Fills in what depends on the layout, so that one statement serves a single node and a cluster:
 *
 * - `{{local ledger}}`: the table that has the rows on this node, `ledger` or `ledger_local`
 * - `{{engine ReplacingMergeTree(version)}}`: the engine; on replicas with the place in Keeper that those of a table share,
 *   which has the number of the migration, since a table that replaces another one is another one
 * - `{{distributed ledger}}` or `{{distributed ledger by KEY}}`: a statement that makes `ledger` show the rows of all
 *   nodes, to be repeated after each change of columns; nothing on a single node
 * - `{{durable}}`: table settings that flush an insert to the disk before it is acknowledged
 */
export function expand(text: string, layout: Layout, migration = 0): string {
  const [, table = ''] = /\{\{\s*local\s+(\w+)\s*\}\}/.exec(text) ?? []
  return text.replace(/\{\{\s*(\w+)\s*([\s\S]*?)\s*\}\}/g, (whole, word: string, rest: string) => {
    switch (word) {
      case 'local':
        return plainName(rest, whole) + (layout.cluster === undefined ? '' : '_local')
      case 'engine':
        return layout.isReplicated ? replicated(rest, `${table}_${migration}`) : rest
      case 'distributed':
        return distributed(rest, whole, layout)
      case 'durable':
        return 'fsync_after_insert = 1, fsync_part_directory = 1'
      default:
        throw new Error(`Unknown template ${whole}`)
    }
  })
}

/** Macros of the server say which shard and which of its replicas it is; the default place would differ on each of them. */
function replicated(engine: string, place: string): string {
  const [, name = '', , args = ''] = /^(\w+)(\(([\s\S]*)\))?$/.exec(engine) ?? []
  const own = [`'/clickhouse/tables/{shard}/{database}/${place}'`, `'{replica}'`, ...(args ? [args] : [])]
  return `Replicated${name}(${own.join(', ')})`
}

function distributed(rest: string, whole: string, { cluster }: Layout): string {
  const [name = '', key = SHARDING_KEY] = rest.split(/\s+by\s+/)
  const table = plainName(name, whole)
  if (cluster === undefined) return ''
  return (
    `CREATE OR REPLACE TABLE ${table} AS ${table}_local ` +
    `ENGINE = Distributed('${cluster}', currentDatabase(), '${table}_local', ${key})`
  )
}

function plainName(text: string, whole: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(text)) throw new Error(`${whole}: a table name is snake_case`)
  return text
}
