import { resolve } from 'node:path'
import type { InstallationLinks } from '#contract/installation.ts'

/** Everything the environment decides, read once. */
export interface Config {
  port: number
  host: string
  dataDir: string
  publicUrl: string | undefined
  demo: boolean
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  filesUrl: string | undefined
  /** What the pages link to. */
  links: InstallationLinks
}

/** The environment contradicts itself, or says something that can't be used. The text says what to set. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const WEB = ['https:', 'http:']
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Reads `SEXTANT_*`. Throws `ConfigError`. The table of them all is in docs/self-hosting.md. */
export function configFrom(env: NodeJS.ProcessEnv): Config {
  const value = (name: string) => env[name]?.trim() || undefined
  const port = Number(value('SEXTANT_PORT') ?? 4600)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigError(`SEXTANT_PORT is "${value('SEXTANT_PORT')}": set a port between 0 and 65535.`)
  }
  const host = value('SEXTANT_HOST') ?? '127.0.0.1'
  if (!LOOPBACK.includes(host)) {
    throw new ConfigError(
      `SEXTANT_HOST is "${host}": until people sign in, Sextant answers only on this machine. Set 127.0.0.1, and reach it from elsewhere through a tunnel.`,
    )
  }
  const configured = [
    'SEXTANT_DATABASE_URL',
    'SEXTANT_CLICKHOUSE_URL',
    'SEXTANT_FILES_URL',
    'SEXTANT_PUBLIC_URL',
  ].some(value)
  return {
    port,
    host,
    dataDir: resolve(value('SEXTANT_DATA_DIR') ?? 'data'),
    publicUrl: value('SEXTANT_PUBLIC_URL'),
    demo: flag('SEXTANT_DEMO', value('SEXTANT_DEMO')) ?? !configured,
    databaseUrl: checkedUrl('SEXTANT_DATABASE_URL', value('SEXTANT_DATABASE_URL'), [
      'postgres:',
      'postgresql:',
    ]),
    clickhouseUrl: value('SEXTANT_CLICKHOUSE_URL'),
    filesUrl: value('SEXTANT_FILES_URL'),
    links: {
      supportEmail: checkedEmail('SEXTANT_SUPPORT_EMAIL', value('SEXTANT_SUPPORT_EMAIL')) ?? null,
      termsUrl: checkedUrl('SEXTANT_TERMS_URL', value('SEXTANT_TERMS_URL'), WEB) ?? null,
      privacyUrl: checkedUrl('SEXTANT_PRIVACY_URL', value('SEXTANT_PRIVACY_URL'), WEB) ?? null,
    },
  }
}

function flag(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (['1', 'true', 'on', 'yes'].includes(text.toLowerCase())) return true
  if (['0', 'false', 'off', 'no'].includes(text.toLowerCase())) return false
  throw new ConfigError(`${name} is "${text}": set on or off.`)
}

function checkedEmail(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[^\s@?]+@[^\s@?]+$/.test(text)) return text
  throw new ConfigError(`${name} is "${text}": set an e-mail address.`)
}

function checkedUrl(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse?.(text) ?? safeUrl(text)
  if (!url || !protocols.includes(url.protocol)) {
    throw new ConfigError(`${name} is not an address: it should begin with ${protocols[0]}//.`)
  }
  return text
}

function safeUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
