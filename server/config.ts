import { isIP, isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import type { InstallationLinks } from '#contract/installation.ts'
import type { MailConfig } from './mail/open.ts'

/** Everything the environment decides, read once. */
export interface Config {
  port: number
  host: string
  dataDir: string
  publicUrl: string | undefined
  /** Proxies whose word on where a request came from is believed: addresses, networks, or `loopback`. */
  trustedProxies: string[]
  demo: boolean
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  filesUrl: string | undefined
  /** What the pages link to. */
  links: InstallationLinks
  /** Encrypts what must not be read from the database; from the data directory where none is given. */
  secretKey: string | undefined
  /** Reconciliation ids of browsers whose crash reports are kept with their messages. */
  unredactedBrowsers: readonly string[]
  mail: MailConfig
  signIn: SignInConfig
}

/** Sign-in: at our own user pool, or at one of the managed provider. */
export interface SignInConfig {
  cognito: { region: string; userPoolId: string; clientId: string; endpoint: string | undefined } | undefined
  secondFactor: 'OPTIONAL' | 'REQUIRED'
  /** Names that nobody has are answered like those that somebody has. */
  maskUnknownUsers: boolean
  accessMinutes: number
  refreshDays: number
  /** Requests that one address may send. */
  addressLimits: {
    firstStepsPerMinute: number
    answersPerMinute: number
    signUpsPerHour: number
    mailsPerHour: number
  }
  /** What one address may do before it has to pass the security check. */
  securityCheck: { callsPerMinute: number; failuresPerHour: number }
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
      `SEXTANT_HOST is "${host}": Sextant listens only on this machine. Set 127.0.0.1, and reach it from elsewhere through a proxy or a tunnel.`,
    )
  }
  const configured = [
    'SEXTANT_DATABASE_URL',
    'SEXTANT_CLICKHOUSE_URL',
    'SEXTANT_FILES_URL',
    'SEXTANT_PUBLIC_URL',
  ].some(value)
  const demo = flag('SEXTANT_DEMO', value('SEXTANT_DEMO')) ?? !configured
  return {
    port,
    host,
    dataDir: resolve(value('SEXTANT_DATA_DIR') ?? 'data'),
    publicUrl: value('SEXTANT_PUBLIC_URL'),
    trustedProxies: proxiesFrom(value('SEXTANT_TRUSTED_PROXIES')),
    demo,
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
    secretKey: value('SEXTANT_SECRET_KEY'),
    unredactedBrowsers: (value('SEXTANT_UNREDACTED_BROWSERS') ?? '').split(/[\s,]+/).filter(Boolean),
    mail: {
      smtpUrl: checkedUrl('SEXTANT_SMTP_URL', value('SEXTANT_SMTP_URL'), ['smtp:', 'smtps:']),
      from: value('SEXTANT_MAIL_FROM') ?? 'Sextant <sextant@localhost>',
    },
    signIn: signInFrom(value, demo),
  }
}

function signInFrom(value: (name: string) => string | undefined, demo: boolean): SignInConfig {
  const whole = (name: string, usual: number, max: number): number => {
    const text = value(name)
    const number = text === undefined ? usual : Number(text)
    if (Number.isInteger(number) && number >= 1 && number <= max) return number
    throw new ConfigError(`${name} is "${text}": set a whole number from 1 to ${max}.`)
  }
  const factor = (value('SEXTANT_SECOND_FACTOR') ?? 'optional').toUpperCase()
  if (factor !== 'OPTIONAL' && factor !== 'REQUIRED') {
    throw new ConfigError(`SEXTANT_SECOND_FACTOR is "${factor.toLowerCase()}": set optional or required.`)
  }
  // In demo mode everybody is this machine, and one person tries things more often than an office signs in.
  const times = demo ? 100 : 1
  const limit = (name: string, usual: number) => whole(name, usual * times, 1_000_000)
  return {
    cognito: cognitoFrom(value),
    secondFactor: factor,
    maskUnknownUsers: flag('SEXTANT_MASK_UNKNOWN_USERS', value('SEXTANT_MASK_UNKNOWN_USERS')) ?? true,
    accessMinutes: whole('SEXTANT_ACCESS_TOKEN_MINUTES', 15, 60),
    refreshDays: whole('SEXTANT_SIGN_IN_DAYS', 30, 365),
    addressLimits: {
      firstStepsPerMinute: limit('SEXTANT_LIMIT_SIGN_INS_PER_MINUTE', 60),
      answersPerMinute: limit('SEXTANT_LIMIT_ANSWERS_PER_MINUTE', 120),
      signUpsPerHour: limit('SEXTANT_LIMIT_SIGN_UPS_PER_HOUR', 10),
      mailsPerHour: limit('SEXTANT_LIMIT_MAILS_PER_HOUR', 20),
    },
    securityCheck: {
      callsPerMinute: limit('SEXTANT_LIMIT_CALLS_PER_MINUTE', 1200),
      failuresPerHour: limit('SEXTANT_LIMIT_FAILURES_PER_HOUR', 30),
    },
  }
}

function cognitoFrom(value: (name: string) => string | undefined): SignInConfig['cognito'] {
  const userPoolId = value('SEXTANT_COGNITO_USER_POOL_ID')
  const clientId = value('SEXTANT_COGNITO_CLIENT_ID')
  const region = value('SEXTANT_COGNITO_REGION') ?? userPoolId?.split('_')[0]
  const endpoint = checkedUrl('SEXTANT_COGNITO_ENDPOINT', value('SEXTANT_COGNITO_ENDPOINT'), WEB)
  if (userPoolId === undefined && clientId === undefined) return undefined
  if (userPoolId === undefined || clientId === undefined || !region) {
    throw new ConfigError(
      'SEXTANT_COGNITO_USER_POOL_ID and SEXTANT_COGNITO_CLIENT_ID belong together: set both, or neither.',
    )
  }
  if (userPoolId.length > 55 || !/^[\w-]+_[0-9a-zA-Z]+$/.test(userPoolId)) {
    throw new ConfigError(
      `SEXTANT_COGNITO_USER_POOL_ID is "${userPoolId}": it should look like eu-west-2_Ab1Cd2Ef3.`,
    )
  }
  return { region, userPoolId, clientId, endpoint }
}

/** Names that Fastify knows for the networks that nobody reaches from outside. */
const PROXY_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function proxiesFrom(text: string | undefined): string[] {
  const proxies = (text ?? '').split(',').map((proxy) => proxy.trim())
  return proxies.filter(Boolean).map((proxy) => {
    const [address = '', bits, ...more] = proxy.split('/')
    const bitsMax = isIPv4(address) ? 32 : 128
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
    if (PROXY_NETWORKS.includes(proxy) || (isIP(address) && isNetwork && more.length === 0)) return proxy
    throw new ConfigError(
      `SEXTANT_TRUSTED_PROXIES names "${proxy}": set addresses or networks of proxies, such as 127.0.0.1 or 10.0.0.0/8.`,
    )
  })
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

/** Where people reach the installation. */
export const originOf = ({ publicUrl, port }: Config): string =>
  publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin
