import type { InstallationLinks } from '#contract/installation.ts'
import type { LogLevel } from './log-levels.ts'
import type { MailConfig } from './mail/open.ts'
import type { UploadLimits } from './uploads.ts'
import { givenText, readSettings, type SettingName, type SettingValues } from './settings.ts'

/** What a process does of the work of its installation: answer people, run jobs, or both. */
export type ServerRole = 'all' | 'api' | 'worker'

/** Everything the environment decides, read once. */
export interface Config {
  role: ServerRole
  port: number
  host: string
  dataDir: string
  /** The company that commands work on when they are not told another: its name or id. */
  company: string | undefined
  publicUrl: string | undefined
  /** Proxies whose word on where a request came from is trusted: addresses, networks, or `loopback`. */
  trustedProxies: string[]
  demo: boolean
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  filesUrl: string | undefined
  /** What the pages link to. */
  links: InstallationLinks
  /** Encrypts what must not be read from the database; from the data directory where none is given. */
  secretKey: string | undefined
  /** Secrets that held before it, which still open what was encrypted with them. */
  formerSecretKeys: readonly string[]
  /** Reconciliation ids of browsers whose crash reports are kept with their messages. */
  unredactedBrowsers: readonly string[]
  mail: MailConfig
  logLevel: LogLevel
  /** Lets whoever has it read the metrics from elsewhere. */
  metricsToken: string | undefined
  /** Imports that run at one time, over all companies. */
  importsAtOnce: number
  /** The bank's file of exchange rates; undefined where nobody is asked. */
  ratesUrl: string | undefined
  uploads: UploadLimits
  amazon: AmazonConfig
  signIn: SignInConfig
}

/** The applications at Amazon as which it is asked; without them nobody connects. */
export interface AmazonConfig {
  sellingPartner:
    { applicationId: string; clientId: string; clientSecret: string; isDraft: boolean } | undefined
  advertising: { clientId: string; clientSecret: string } | undefined
  /** Where the pretend Amazon answers, on this machine alone; undefined where the real one is asked or nobody. */
  sandboxPort: number | undefined
}

/** Sign-in: at our own user pool, or at one of the managed provider. */
export interface SignInConfig extends Limits {
  cognito: { region: string; userPoolId: string; clientId: string; endpoint: string | undefined } | undefined
  secondFactor: 'OPTIONAL' | 'REQUIRED'
  /** Names that nobody has are answered like those that somebody has. */
  maskUnknownUsers: boolean
  accessMinutes: number
  refreshDays: number
  /** Holds instead of the limits below while an installation is a demo. */
  demoLimits: Limits
}

interface Limits {
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

/** Addresses that only this machine reaches. */
export const LOOPBACK = /^(127(\.\d+){3}|::1|localhost)$/
/** The same, as they stand in addresses. */
export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Reads `SEXTANT_*`, which settings.ts declares. Throws `ConfigError` with everything that is wrong. */
export function configFrom(env: NodeJS.ProcessEnv): Config {
  const { values, problems } = readSettings(env)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return configOf(values as SettingValues, env)
}

function configOf(values: SettingValues, env: NodeJS.ProcessEnv): Config {
  const host = values.SEXTANT_HOST
  const publicUrl = values.SEXTANT_PUBLIC_URL
  const trustedProxies = values.SEXTANT_TRUSTED_PROXIES ?? []
  const demo =
    values.SEXTANT_DEMO ??
    ![values.SEXTANT_DATABASE_URL, values.SEXTANT_CLICKHOUSE_URL, values.SEXTANT_FILES_URL, publicUrl].some(
      Boolean,
    )
  if (!LOOPBACK.test(host) && (publicUrl === undefined || trustedProxies.length === 0)) {
    throw new ConfigError(
      `SEXTANT_HOST is "${host}", which others can reach: set SEXTANT_PUBLIC_URL and SEXTANT_TRUSTED_PROXIES too, for the proxy in front of it, or set 127.0.0.1.`,
    )
  }
  if (
    demo &&
    publicUrl !== undefined &&
    !LOOPBACK.test(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''))
  ) {
    throw new ConfigError(
      `SEXTANT_DEMO is on, and SEXTANT_PUBLIC_URL is "${publicUrl}": the demo is for this machine alone. Set SEXTANT_DEMO=off, or leave SEXTANT_PUBLIC_URL out.`,
    )
  }
  const role = values.SEXTANT_ROLE as ServerRole
  if (role !== 'all') mustBeShared(role, values, demo)
  return {
    role,
    port: values.SEXTANT_PORT,
    host,
    dataDir: values.SEXTANT_DATA_DIR,
    company: values.SEXTANT_COMPANY,
    publicUrl,
    trustedProxies,
    demo,
    databaseUrl: values.SEXTANT_DATABASE_URL,
    clickhouseUrl: values.SEXTANT_CLICKHOUSE_URL,
    filesUrl: values.SEXTANT_FILES_URL,
    links: {
      supportEmail: values.SEXTANT_SUPPORT_EMAIL ?? null,
      termsUrl: values.SEXTANT_TERMS_URL ?? null,
      privacyUrl: values.SEXTANT_PRIVACY_URL ?? null,
      cookiesUrl: values.SEXTANT_COOKIES_URL ?? null,
    },
    secretKey: values.SEXTANT_SECRET_KEY,
    formerSecretKeys: values.SEXTANT_SECRET_KEY_FORMER ?? [],
    unredactedBrowsers: values.SEXTANT_UNREDACTED_BROWSERS ?? [],
    logLevel: values.SEXTANT_LOG_LEVEL,
    metricsToken: values.SEXTANT_METRICS_TOKEN,
    mail: { smtpUrl: values.SEXTANT_SMTP_URL, from: values.SEXTANT_MAIL_FROM },
    importsAtOnce: values.SEXTANT_IMPORTS_AT_ONCE,
    ratesUrl: values.SEXTANT_RATES_URL,
    uploads: {
      companyBytes: values.SEXTANT_QUOTA_COMPANY_MB,
      installationBytes: values.SEXTANT_QUOTA_INSTALLATION_MB,
      uploadBytes: values.SEXTANT_QUOTA_UPLOAD_MB,
      waitingImports: values.SEXTANT_QUOTA_WAITING_IMPORTS,
      reserveBytes: values.SEXTANT_DISK_RESERVE_MB,
    },
    amazon: amazonFrom(values, demo),
    signIn: signInFrom(values, demo, env),
  }
}

function amazonFrom(values: SettingValues, demo: boolean): AmazonConfig {
  const sellingPartner = together(values, [
    'SEXTANT_AMAZON_SP_APPLICATION_ID',
    'SEXTANT_AMAZON_SP_CLIENT_ID',
    'SEXTANT_AMAZON_SP_CLIENT_SECRET',
  ])
  const advertising = together(values, ['SEXTANT_AMAZON_ADS_CLIENT_ID', 'SEXTANT_AMAZON_ADS_CLIENT_SECRET'])
  return {
    sellingPartner: sellingPartner && {
      applicationId: sellingPartner[0]!,
      clientId: sellingPartner[1]!,
      clientSecret: sellingPartner[2]!,
      isDraft: values.SEXTANT_AMAZON_SP_DRAFT,
    },
    advertising: advertising && { clientId: advertising[0]!, clientSecret: advertising[1]! },
    sandboxPort: demo && !sellingPartner && !advertising ? values.SEXTANT_AMAZON_SANDBOX_PORT : undefined,
  }
}

/** The values of settings that mean something only together; undefined where none is set. */
function together<N extends SettingName>(
  values: SettingValues,
  names: readonly N[],
): NonNullable<SettingValues[N]>[] | undefined {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    throw new ConfigError(
      `${names.slice(0, -1).join(', ')} and ${names.at(-1)} belong together: set ${missing.join(' and ')} too, or none of them.`,
    )
  return names.map((name) => values[name]!)
}

/** Everything that several processes have in common lies where each of them reaches it. */
function mustBeShared(role: ServerRole, values: SettingValues, demo: boolean): void {
  const missing = (
    [
      'SEXTANT_DATABASE_URL',
      'SEXTANT_CLICKHOUSE_URL',
      'SEXTANT_FILES_URL',
      'SEXTANT_SECRET_KEY',
      'SEXTANT_PUBLIC_URL',
    ] satisfies SettingName[]
  ).filter((name) => values[name] === undefined)
  if (missing.length > 0) {
    throw new ConfigError(
      `SEXTANT_ROLE is "${role}", for one of several processes that share a PostgreSQL, a ClickHouse server, a place for files, a secret and an address: set ${missing.join(', ')} to the same in all of them, or leave the role out and let one process do all the work.`,
    )
  }
  if (demo)
    throw new ConfigError(
      `SEXTANT_DEMO is on, and SEXTANT_ROLE is "${role}": the demo is for one process that does all the work. Set SEXTANT_DEMO=off.`,
    )
}

function signInFrom(values: SettingValues, demo: boolean, env: NodeJS.ProcessEnv): SignInConfig {
  const limits = limitsFrom(values, env, 1)
  return {
    cognito: cognitoFrom(values),
    secondFactor: values.SEXTANT_SECOND_FACTOR === 'required' ? 'REQUIRED' : 'OPTIONAL',
    maskUnknownUsers: values.SEXTANT_MASK_UNKNOWN_USERS,
    accessMinutes: values.SEXTANT_ACCESS_TOKEN_MINUTES,
    refreshDays: values.SEXTANT_SIGN_IN_DAYS,
    ...limits,
    // In a demo everybody is this machine, and one person tries things more often than an office signs in.
    demoLimits: demo ? limitsFrom(values, env, 100) : limits,
  }
}

function limitsFrom(values: SettingValues, env: NodeJS.ProcessEnv, times: number): Limits {
  const limit = (name: SettingName & `SEXTANT_LIMIT_${string}`) =>
    values[name] * (givenText(env, name) === undefined ? times : 1)
  return {
    addressLimits: {
      firstStepsPerMinute: limit('SEXTANT_LIMIT_SIGN_INS_PER_MINUTE'),
      answersPerMinute: limit('SEXTANT_LIMIT_ANSWERS_PER_MINUTE'),
      signUpsPerHour: limit('SEXTANT_LIMIT_SIGN_UPS_PER_HOUR'),
      mailsPerHour: limit('SEXTANT_LIMIT_MAILS_PER_HOUR'),
    },
    securityCheck: {
      callsPerMinute: limit('SEXTANT_LIMIT_CALLS_PER_MINUTE'),
      failuresPerHour: limit('SEXTANT_LIMIT_FAILURES_PER_HOUR'),
    },
  }
}

function cognitoFrom(values: SettingValues): SignInConfig['cognito'] {
  const userPoolId = values.SEXTANT_COGNITO_USER_POOL_ID
  const clientId = values.SEXTANT_COGNITO_CLIENT_ID
  const region = values.SEXTANT_COGNITO_REGION ?? userPoolId?.split('_')[0]
  if (userPoolId === undefined && clientId === undefined) return undefined
  if (userPoolId === undefined || clientId === undefined || !region) {
    throw new ConfigError(
      'SEXTANT_COGNITO_USER_POOL_ID and SEXTANT_COGNITO_CLIENT_ID belong together: set both, or neither.',
    )
  }
  return { region, userPoolId, clientId, endpoint: values.SEXTANT_COGNITO_ENDPOINT }
}

/** Where people reach the installation. */
export const originOf = ({ publicUrl, port }: Config): string =>
  publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin
