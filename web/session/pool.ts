import type * as poolClient from './pool-client.ts'
import type { AppConfig } from './pool-client.ts'

type PoolClient = typeof poolClient

async function appConfig(): Promise<AppConfig> {
  const answer = await fetch('/app-config.json')
  if (!answer.ok) throw new Error(`/app-config.json answered with status ${answer.status}.`)
  return (await answer.json()) as AppConfig
}

async function load(): Promise<PoolClient> {
  const [client, config] = await Promise.all([import('./pool-client.ts'), appConfig()])
  client.configure(config)
  return client
}

let loading: Promise<PoolClient> | null = null

/** The client of the user pool, which is loaded on the first call; a failed attempt is not remembered. */
export function pool(): Promise<PoolClient> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
