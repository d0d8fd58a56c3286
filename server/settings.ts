import { isIP, isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { installationRoot } from './assets.ts'
import { LOG_LEVELS } from './log-levels.ts'

/** A variable of the environment: how it is read, and what the documents and the messages say of it. */
interface Setting {
  /** Reads the text of a variable that is set. */
  reads: z.ZodType<unknown, string>
  /** What is accepted, to be read after "set". */
  accepts: string
  /** What holds where it is not set, as if it had been. */
  default?: string
  /** The same in words, where it is no value. */
  otherwise?: string
  meaning: string
  /** Never shown: the whole of it, or the passwords in an address. */
  secret?: 'whole' | 'password'
}

const text = (accepts: string) => ({ reads: z.string(), accepts })

const wholeNumber = (min: number, max: number) => ({
  reads: z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((number) => number >= min && number <= max),
  accepts: `a whole number from ${min} to ${max}`,
})

const limit = wholeNumber(1, 1_000_000)

const megabytes = {
  ...wholeNumber(1, 1_000_000_000),
  reads: wholeNumber(1, 1_000_000_000).reads.transform((number) => number * 1e6),
}

const onOrOff = {
  reads: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['on', 'true', '1', 'yes', 'off', 'false', '0', 'no']))
    .transform((word) => ['on', 'true', '1', 'yes'].includes(word)),
  accepts: 'on or off',
}

const oneOf = <const W extends string>(...words: W[]) => ({
  reads: z.string().toLowerCase().pipe(z.enum(words)),
  accepts: words.join(' or '),
})

const isAddress = (protocols: string[], value: string): boolean => {
  // A URL may hide spaces and line ends that a reader of a list would trip over.
  if (/\s/.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocols.includes(protocol) && hostname !== ''
}

const address = (protocols: string[], example: string) => ({
  reads: z.string().refine((value) => isAddress(protocols, value)),
  accepts: `an address such as ${example}`,
})

const WEB = ['https:', 'http:']

/** In the clear only on this machine; without a password, which no bank asks for. */
function isRatesAddress(value: string): boolean {
  if (!isAddress(WEB, value)) return false
  const { protocol, hostname, username, password } = new URL(value)
  return (
    username === '' &&
    password === '' &&
    (protocol === 'https:' || /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(hostname))
  )
}

/** Names that Fastify knows for the networks that nobody reaches from outside. */
const PROXY_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function isProxy(proxy: string): boolean {
  const [place = '', bits, ...more] = proxy.split('/')
  const bitsMax = isIPv4(place) ? 32 : 128
  const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
  return PROXY_NETWORKS.includes(proxy) || (isIP(place) !== 0 && isNetwork && more.length === 0)
}

const amazonClientId = {
  reads: z.string().regex(/^amzn1\.[\w.-]{1,200}$/),
  accepts: 'the id of a client, such as amzn1.application-oa2-client.…',
}

const amazonClientSecret = {
  reads: z.string().regex(/^[\x21-\x7e]{16,500}$/),
  accepts: 'the secret that Amazon shows beside the client id',
}

export const SECRET_BYTES = 32

/** The bytes of a secret in hex or base64. */
export const secretBytes = (secret: string): Buffer =>
  Buffer.from(secret, /^[0-9a-f]+$/i.test(secret) ? 'hex' : 'base64')

/** Every variable that is read. The table in docs/self-hosting.md is made of this one. */
export const SETTINGS = {
  SEXTANT_PORT: {
    ...wholeNumber(0, 65_535),
    accepts: 'a port between 0 and 65535',
    default: '4600',
    meaning: 'port to listen on; `0` takes a free one',
  },
  SEXTANT_ROLE: {
    ...oneOf('all', 'api', 'worker'),
    default: 'all',
    meaning:
      'what this process does: `api` answers people, `worker` runs jobs, `all` does both; [more below](#several-processes)',
  },
  SEXTANT_HOST: {
    reads: z.string().refine((host) => isIP(host) !== 0 || host === 'localhost'),
    accepts: 'an IP address of this machine, such as 127.0.0.1',
    default: '127.0.0.1',
    meaning:
      'address to listen on; one that is not loopback, such as `0.0.0.0` in a container, needs `SEXTANT_PUBLIC_URL` and `SEXTANT_TRUSTED_PROXIES`',
  },
  SEXTANT_DATA_DIR: {
    reads: z.string().transform((path) => resolve(installationRoot, path)),
    accepts: 'a directory',
    default: 'data',
    meaning:
      "where everything is kept; a relative path counts from the installation's own folder, wherever you stand",
  },
  SEXTANT_COMPANY: {
    ...text('a company, by its name or id'),
    otherwise: 'the only company there is',
    meaning: 'the company that commands work on when they are not told another',
  },
  SEXTANT_PUBLIC_URL: {
    reads: z
      .string()
      .refine((value) => isAddress(WEB, value))
      .refine((value) => /^https?:\/\/[^/?#@]+\/?$/.test(value)),
    accepts: 'an address such as https://sextant.example.com',
    otherwise: 'the address it listens on',
    meaning: 'the address that people type; setting it turns the demo off',
  },
  SEXTANT_TRUSTED_PROXIES: {
    reads: z
      .string()
      .transform((list) => list.split(',').flatMap((proxy) => proxy.trim() || []))
      .pipe(z.array(z.string().refine(isProxy))),
    accepts: 'addresses or networks of proxies with commas, such as 127.0.0.1 or 10.0.0.0/8',
    otherwise: 'none',
    meaning:
      'proxies whose `X-Forwarded-*` headers are trusted: addresses, networks or `loopback`, with commas; [more below](#behind-a-proxy)',
  },
  SEXTANT_DEMO: {
    ...onOrOff,
    otherwise: 'on while no other engine or address is set',
    meaning: '`on` or `off`: make the demo company at start, or take it and its account away',
  },
  SEXTANT_DATABASE_URL: {
    ...address(['postgres:', 'postgresql:'], 'postgres://user:password@host/database'),
    otherwise: 'PGlite in the data directory',
    meaning: '`postgres://user:password@host/database`',
    secret: 'password',
  },
  SEXTANT_CLICKHOUSE_URL: {
    reads: z.string().refine((list) => list.split(',').every((one) => isAddress(WEB, one.trim()))),
    accepts: 'an address such as http://user:password@host:8123/database',
    otherwise: 'ClickHouse as a child process',
    meaning: '`http://user:password@host:8123/database`',
    secret: 'password',
  },
  SEXTANT_FILES_URL: {
    reads: z
      .string()
      .refine((place) => place.startsWith('s3://') || !/^\w+:\/\//.test(place))
      .transform((place) => (place.startsWith('s3://') ? place : resolve(installationRoot, place))),
    accepts: 'a directory, or an address such as s3://bucket/prefix',
    otherwise: '`files/` in the data directory',
    meaning: 'a directory, or `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=true`',
    secret: 'password',
  },
  SEXTANT_SUPPORT_EMAIL: {
    reads: z.string().regex(/^[^\s@?]+@[^\s@?]+$/),
    accepts: 'an e-mail address',
    otherwise: 'none',
    meaning: 'whom to ask for help; the pages then have links that write to it',
  },
  SEXTANT_TERMS_URL: {
    ...address(WEB, 'https://example.com/terms'),
    otherwise: 'none',
    meaning: 'the terms that the foot of each page links to',
  },
  SEXTANT_PRIVACY_URL: {
    ...address(WEB, 'https://example.com/privacy'),
    otherwise: 'none',
    meaning: 'the privacy policy that the foot of each page links to',
  },
  SEXTANT_COOKIES_URL: {
    ...address(WEB, 'https://example.com/cookies'),
    otherwise: 'none',
    meaning: 'the cookie policy that whoever signs up agrees to',
  },
  SEXTANT_SECRET_KEY: {
    reads: z.string().refine((secret) => secretBytes(secret).length >= SECRET_BYTES),
    accepts: `${SECRET_BYTES} random bytes, as from "openssl rand -hex ${SECRET_BYTES}"`,
    otherwise: '`secret.key` in the data directory, made at the first start',
    meaning:
      '32 random bytes in hex or base64 that encrypt what must not be read from the database; without them nobody signs in again',
    secret: 'whole',
  },
  SEXTANT_SECRET_KEY_FORMER: {
    reads: z
      .string()
      .transform((list) => list.split(',').map((secret) => secret.trim()))
      .pipe(z.array(z.string().refine((secret) => secretBytes(secret).length >= SECRET_BYTES)).max(10)),
    accepts: `former secrets with commas, of ${SECRET_BYTES} bytes each in hex or base64`,
    otherwise: 'none',
    meaning:
      'secrets that held before and still open what was encrypted with them, with commas; [more below](#another-secret)',
    secret: 'whole',
  },
  SEXTANT_UNREDACTED_BROWSERS: {
    reads: z.string().transform((ids) => ids.split(/[\s,]+/).filter(Boolean)),
    accepts: 'reconciliation ids with commas',
    otherwise: 'none',
    meaning:
      'reconciliation ids with commas, as `/debug` shows them in a browser: crash reports of these are kept with the messages of errors, which may hold data',
  },
  SEXTANT_SMTP_URL: {
    ...address(['smtp:', 'smtps:'], 'smtp://user:password@host:587'),
    otherwise: 'none: mails lie in `outbox/`',
    meaning: '`smtp://user:password@host:587` or `smtps://…`',
    secret: 'password',
  },
  SEXTANT_MAIL_FROM: {
    reads: z.string().regex(/@/),
    accepts: 'an e-mail address, with a name if you like: Sextant <sextant@example.com>',
    default: 'Sextant <sextant@localhost>',
    meaning: 'whom mails come from',
  },
  SEXTANT_LOG_LEVEL: {
    ...oneOf(...LOG_LEVELS),
    default: 'info',
    meaning:
      'what is written to standard error: `error` is failures of Sextant, `warn` what goes on in spite of trouble, `info` every request too, `debug` also those for files of the pages, `silent` nothing',
  },
  SEXTANT_METRICS_TOKEN: {
    reads: z.string().regex(/^[\w.~+/=-]{16,}$/),
    accepts: 'at least 16 letters and digits, as from "openssl rand -hex 32"',
    otherwise: 'none: `/metrics` answers on this machine alone',
    meaning: 'whoever sends it as `Authorization: Bearer …` may read `/metrics` from elsewhere',
    secret: 'whole',
  },
  SEXTANT_SECOND_FACTOR: {
    ...oneOf('optional', 'required'),
    default: 'optional',
    meaning: '`required`: who has no authenticator sets one up at the next sign-in',
  },
  SEXTANT_MASK_UNKNOWN_USERS: {
    ...onOrOff,
    default: 'on',
    meaning:
      '`off`: sign-in, forgotten passwords and verification say when nobody has an address, and strangers can ask who has an account',
  },
  SEXTANT_ACCESS_TOKEN_MINUTES: {
    ...wholeNumber(1, 60),
    default: '15',
    meaning: 'life of access and id tokens, at most 60',
  },
  SEXTANT_SIGN_IN_DAYS: {
    ...wholeNumber(1, 365),
    default: '30',
    meaning: 'after so many days people sign in again, however active; after 14 idle ones in any case',
  },
  SEXTANT_LIMIT_SIGN_INS_PER_MINUTE: {
    ...limit,
    default: '60',
    meaning:
      'sign-ins that one address may begin; this and the next five are a hundred times as high while an installation is a demo, if they are not set',
  },
  SEXTANT_LIMIT_ANSWERS_PER_MINUTE: {
    ...limit,
    default: '120',
    meaning: 'further steps and changes that one address may send',
  },
  SEXTANT_LIMIT_SIGN_UPS_PER_HOUR: {
    ...limit,
    default: '10',
    meaning: 'accounts that one address may ask for',
  },
  SEXTANT_LIMIT_MAILS_PER_HOUR: {
    ...limit,
    default: '20',
    meaning: 'mails that one address may cause',
  },
  SEXTANT_LIMIT_CALLS_PER_MINUTE: {
    ...limit,
    default: '1200',
    meaning:
      'calls that one address may send without having signed in, before it has to pass the security check',
  },
  SEXTANT_LIMIT_FAILURES_PER_HOUR: {
    ...limit,
    default: '30',
    meaning: 'refused passwords and codes from one address before it has to pass the security check',
  },
  SEXTANT_IMPORTS_AT_ONCE: {
    ...wholeNumber(1, 32),
    default: '2',
    meaning: 'imports that run at one time, over all companies, which take turns',
  },
  SEXTANT_QUOTA_COMPANY_MB: {
    ...megabytes,
    default: '20000',
    meaning: 'megabytes of raw files that one company may store, each as it was handed in',
  },
  SEXTANT_QUOTA_INSTALLATION_MB: {
    ...megabytes,
    otherwise: 'none: the disk decides',
    meaning: 'the same for all companies together',
  },
  SEXTANT_QUOTA_UPLOAD_MB: {
    ...megabytes,
    default: '4000',
    meaning: 'the largest file that is taken',
  },
  SEXTANT_QUOTA_WAITING_IMPORTS: {
    ...limit,
    default: '1000',
    meaning: 'imports of one company that may wait',
  },
  SEXTANT_DISK_RESERVE_MB: {
    ...megabytes,
    default: '1000',
    meaning:
      'what stays free on the disk: an upload is refused (507) when less than this would be left beside three times its size',
  },
  SEXTANT_RATES_URL: {
    reads: z
      .string()
      .refine((value) => value === 'off' || isRatesAddress(value))
      .transform((value) => (value === 'off' ? undefined : value)),
    accepts: 'off, or an https address such as https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    default: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    meaning:
      'where exchange rates are fetched once a day: the file of the European Central Bank or a copy of it, or `off`; [more below](#exchange-rates)',
  },
  SEXTANT_AMAZON_SP_APPLICATION_ID: {
    reads: z.string().regex(/^amzn1\.[\w.-]{1,200}$/),
    accepts: 'the id of an application, such as amzn1.sp.solution.…',
    otherwise: 'none',
    meaning:
      'your application for the Selling Partner API, without which nobody connects a seller account; the next two are needed too: [more below](#connecting-to-amazon)',
  },
  SEXTANT_AMAZON_SP_CLIENT_ID: {
    ...amazonClientId,
    otherwise: 'none',
    meaning: "the application's client identifier",
  },
  SEXTANT_AMAZON_SP_CLIENT_SECRET: {
    ...amazonClientSecret,
    otherwise: 'none',
    meaning: "the application's client secret, which Amazon wants rotated every 180 days",
    secret: 'whole',
  },
  SEXTANT_AMAZON_SP_DRAFT: {
    ...onOrOff,
    default: 'off',
    meaning: '`on` while the application is a draft at Amazon',
  },
  SEXTANT_AMAZON_ADS_CLIENT_ID: {
    ...amazonClientId,
    otherwise: 'none',
    meaning:
      'your client for the Advertising API, without which nobody connects advertising; the next is needed too',
  },
  SEXTANT_AMAZON_ADS_CLIENT_SECRET: {
    ...amazonClientSecret,
    otherwise: 'none',
    meaning: "the client's secret",
    secret: 'whole',
  },
  SEXTANT_AMAZON_SANDBOX_PORT: {
    ...wholeNumber(0, 65_535),
    accepts: 'a port between 0 and 65535',
    default: '4601',
    meaning:
      'port of 127.0.0.1 for the pretend Amazon that the demo connects to where none of the five above is set; another one where it is taken, as with `0`',
  },
  SEXTANT_COGNITO_USER_POOL_ID: {
    reads: z
      .string()
      .max(55)
      .regex(/^[\w-]+_[0-9a-zA-Z]+$/),
    accepts: 'the id of a pool, such as eu-west-2_Ab1Cd2Ef3',
    otherwise: 'none: our own user pool',
    meaning: 'sign in at a pool of Amazon Cognito; then the next is needed too',
  },
  SEXTANT_COGNITO_CLIENT_ID: {
    ...text('the id of an app client'),
    otherwise: 'none',
    meaning: "the pool's app client: public, without a secret",
  },
  SEXTANT_COGNITO_REGION: {
    ...text('a region such as eu-west-2'),
    otherwise: "the beginning of the pool's id",
    meaning: 'region of the pool',
  },
  SEXTANT_COGNITO_ENDPOINT: {
    ...address(WEB, 'https://cognito-idp.eu-west-2.amazonaws.com'),
    otherwise: "the provider's of the region",
    meaning: 'another address that speaks the same protocol',
  },
} satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
export type SettingValues = {
  [N in SettingName]:
    | z.output<(typeof SETTINGS)[N]['reads']>
    | ((typeof SETTINGS)[N] extends { default: string } ? never : undefined)
}

const NAMES = Object.keys(SETTINGS) as SettingName[]

/** A setting as it stands, with nothing secret in it. */
export interface SettingShown {
  name: SettingName
  value: string | null
  from: 'environment' | 'default'
}

/** What the environment says: the values, each sentence about what is wrong with it, and the same for people to see. */
export function readSettings(env: NodeJS.ProcessEnv): {
  values: Partial<SettingValues>
  problems: string[]
  shown: SettingShown[]
} {
  const problems = unknownNames(env).map((name) => `${name} is no setting of Sextant: ${similarTo(name)}`)
  const values: Record<string, unknown> = {}
  const shown = NAMES.map((name): SettingShown => {
    const setting: Setting = SETTINGS[name]
    const given = givenText(env, name)
    const value = given ?? setting.default
    if (value === undefined) return { name, value: null, from: 'default' }
    const read = setting.reads.safeParse(value)
    if (read.success) values[name] = read.data
    else {
      const what = setting.secret ? "can't be used" : `is "${value}"`
      problems.push(`${name} ${what}: set ${setting.accepts}.`)
    }
    // As it is used: a path is whole here.
    const used = read.success && typeof read.data === 'string' ? read.data : value
    return {
      name,
      value: withoutSecrets(setting, used),
      from: given === undefined ? 'default' : 'environment',
    }
  })
  return { values: values as Partial<SettingValues>, problems, shown }
}

/** An empty variable is one that is not set: that is how compose files and units leave one out. */
export const givenText = (env: NodeJS.ProcessEnv, name: SettingName): string | undefined =>
  env[name]?.trim() || undefined

function unknownNames(env: NodeJS.ProcessEnv): string[] {
  // Those of the test suite reach the servers that it starts.
  const isSuite = env['VITEST'] !== undefined
  return Object.keys(env).filter(
    (name) =>
      name.startsWith('SEXTANT_') && !(name in SETTINGS) && !(isSuite && name.startsWith('SEXTANT_TEST_')),
  )
}

/** Differences between a name that was meant and what was typed. */
const TYPOS_MAX = 4

function similarTo(name: string): string {
  const [closest] = NAMES.map((known) => ({ known, typos: editDistance(name, known) })).toSorted(
    (a, b) => a.typos - b.typos,
  )
  return closest && closest.typos <= TYPOS_MAX
    ? `did you mean ${closest.known}?`
    : 'docs/self-hosting.md lists them all.'
}

/** Letters to add, take away or change to come from one word to another (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1]
    for (let column = 0; column < to.length; column++)
      next.push(
        Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + Number(letter !== to[column])),
      )
    row = next
  }
  return row.at(-1)!
}

function withoutSecrets({ secret }: Setting, value: string): string {
  if (secret === undefined) return value
  if (secret === 'whole') return '***'
  return value
    .replaceAll(/(:\/\/[^/?#\s]*?):[^/?#\s]*@/g, '$1:***@')
    .replaceAll(/([?&][^=&#]*(?:pass|secret|key|token)[^=&#]*=)[^&#]*/gi, '$1***')
}

/** The table of docs/self-hosting.md. */
export function settingsTable(): string {
  const rows = NAMES.map((name) => {
    const { default: usual, otherwise, meaning }: Setting = SETTINGS[name]
    return `| \`${name}\` | ${usual === undefined ? otherwise : `\`${usual}\``} | ${meaning} |`
  })
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}
