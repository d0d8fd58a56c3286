import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { configFrom } from './config.ts'
import { readSettings } from './settings.ts'

test('the limits per address are a hundred times as high in demo mode alone', () => {
  const limits = (env: NodeJS.ProcessEnv) => {
    const { addressLimits, demoLimits } = configFrom(env).signIn
    return [addressLimits.signUpsPerHour, demoLimits.addressLimits.signUpsPerHour]
  }
  expect(limits({ SEXTANT_DEMO: 'off' })).toEqual([10, 10])
  expect(limits({})).toEqual([10, 1000])
  expect(limits({ SEXTANT_LIMIT_SIGN_UPS_PER_HOUR: '7' })).toEqual([7, 7])
})

test.each([
  [
    { SEXTANT_PUBLIC_URL: 'example.com' },
    'SEXTANT_PUBLIC_URL is "example.com": set an address such as https://sextant.example.com.',
  ],
  [{ SEXTANT_PUBLIC_URL: 'https://example.com/sextant' }, 'set an address such as'],
  [{ SEXTANT_PUBLIC_URL: 'https://user:password@example.com' }, 'set an address such as'],
  [{ SEXTANT_PORT: '65536' }, 'SEXTANT_PORT is "65536": set a port between 0 and 65535.'],
  [{ SEXTANT_PORT: '4600.5' }, 'set a port'],
  [{ SEXTANT_HOST: 'example.com' }, 'set an IP address of this machine'],
  [{ SEXTANT_FILES_URL: 'https://example.com' }, "SEXTANT_FILES_URL can't be used: set a directory"],
  [
    { SEXTANT_CLICKHOUSE_URL: 'clickhouse:8123' },
    "SEXTANT_CLICKHOUSE_URL can't be used: set an address such as http://user:password@host:8123/database.",
  ],
  [{ SEXTANT_SECRET_KEY: 'abc' }, "SEXTANT_SECRET_KEY can't be used: set 32 random bytes"],
  [{ SEXTANT_COGNITO_USER_POOL_ID: 'eu-central-1_Ab1Cd2Ef3' }, 'belong together'],
  [{ SEXTANT_COGNITO_USER_POOL_ID: 'nonsense', SEXTANT_COGNITO_CLIENT_ID: 'x' }, 'eu-west-2_Ab1Cd2Ef3'],
  [
    { SEXTANT_SECRET_KEY_FORMER: `${'00'.repeat(32)},abc` },
    "SEXTANT_SECRET_KEY_FORMER can't be used: set former",
  ],
  [
    { SEXTANT_AMAZON_SP_CLIENT_ID: 'amzn1.application-oa2-client.a' },
    'belong together: set SEXTANT_AMAZON_SP_APPLICATION_ID and SEXTANT_AMAZON_SP_CLIENT_SECRET too, or none of them.',
  ],
  [
    { SEXTANT_AMAZON_ADS_CLIENT_SECRET: 'hush-hush-hush-hush' },
    'set SEXTANT_AMAZON_ADS_CLIENT_ID too, or none of them.',
  ],
  [{ SEXTANT_AMAZON_ADS_CLIENT_ID: 'https://amazon.com' }, 'set the id of a client'],
  [{ SEXTANT_SECOND_FACTOR: 'perhaps' }, 'optional or required'],
  [{ SEXTANT_SMTP_URL: 'https://user:secret@mail.example.com' }, "SEXTANT_SMTP_URL can't be used: set"],
  [{ SEXTANT_LIMIT_MAILS_PER_HOUR: '0' }, 'whole number'],
  [{ SEXTANT_MASK_UNKNOWN_USERS: 'perhaps' }, 'on or off'],
  [{ SEXTANT_TRUSTED_PROXIES: 'proxy.example.com' }, 'addresses or networks'],
  [{ SEXTANT_TRUSTED_PROXIES: '10.0.0.0/33' }, 'addresses or networks'],
  [{ SEXTANT_HOST: '0.0.0.0' }, 'set SEXTANT_PUBLIC_URL and SEXTANT_TRUSTED_PROXIES too'],
  [{ SEXTANT_HOST: '0.0.0.0', SEXTANT_PUBLIC_URL: 'https://sextant.example.com' }, 'TRUSTED_PROXIES too'],
  [{ SEXTANT_HOST: '::', SEXTANT_TRUSTED_PROXIES: 'loopback' }, 'set SEXTANT_PUBLIC_URL'],
  [{ SEXTANT_DEMO: 'on', SEXTANT_PUBLIC_URL: 'https://sextant.example.com' }, 'Set SEXTANT_DEMO=off'],
])('a wrong setting stops the start and says what to set: %o', (env, why) => {
  expect(() => configFrom(env)).toThrow(why)
})

test('the pretend Amazon is there for the demo alone, as long as the real one is not asked', () => {
  const advertising = {
    SEXTANT_AMAZON_ADS_CLIENT_ID: 'amzn1.application-oa2-client.a',
    SEXTANT_AMAZON_ADS_CLIENT_SECRET: 'hush-hush-hush-hush',
  }
  expect(configFrom({}).amazon).toEqual({
    sellingPartner: undefined,
    advertising: undefined,
    sandboxPort: 4601,
  })
  expect(configFrom({ SEXTANT_DEMO: 'off' }).amazon.sandboxPort).toBeUndefined()
  expect(configFrom(advertising).amazon).toEqual({
    sellingPartner: undefined,
    advertising: { clientId: 'amzn1.application-oa2-client.a', clientSecret: 'hush-hush-hush-hush' },
    sandboxPort: undefined,
  })
})

test('a process with a role needs what it shares with the others', () => {
  const shared = {
    SEXTANT_DATABASE_URL: 'postgres://sextant@db/sextant',
    SEXTANT_CLICKHOUSE_URL: 'http://engine:8123/sextant',
    SEXTANT_FILES_URL: 's3://bucket/files',
    SEXTANT_SECRET_KEY: '00'.repeat(32),
    SEXTANT_PUBLIC_URL: 'https://sextant.example',
  }
  expect(configFrom({ ...shared, SEXTANT_ROLE: 'worker' }).role).toBe('worker')
  for (const name of Object.keys(shared))
    expect(() => configFrom({ ...shared, [name]: '', SEXTANT_ROLE: 'api' })).toThrow(
      `set ${name} to the same`,
    )
  expect(configFrom({}).role).toBe('all')
})

test('everything that is wrong is said at once', () => {
  expect(() => configFrom({ SEXTANT_PORT: 'x', SEXTANT_DEMO: 'perhaps' })).toThrow(
    'SEXTANT_PORT is "x": set a port between 0 and 65535.\nSEXTANT_DEMO is "perhaps": set on or off.',
  )
})

test.each([
  ['SEXTANT_DATABSE_URL', 'did you mean SEXTANT_DATABASE_URL?'],
  ['SEXTANT_PUBLICURL', 'did you mean SEXTANT_PUBLIC_URL?'],
  ['SEXTANT_TRUSTED_PROXY', 'did you mean SEXTANT_TRUSTED_PROXIES?'],
  ['SEXTANT_COLOUR_OF_THE_SKY', 'SEXTANT_COLOUR_OF_THE_SKY is no setting of Sextant: docs/self-hosting.md'],
])('the unknown name %s stops the start', (name, why) => {
  expect(() => configFrom({ [name]: 'x' })).toThrow(why)
})

test('names of the test suite are accepted in the suite alone, and empty values count as none', () => {
  expect(() => configFrom({ SEXTANT_TEST_SEED: '7' })).toThrow('SEXTANT_TEST_SEED is no setting')
  expect(configFrom({ SEXTANT_TEST_SEED: '7', VITEST: 'true', SEXTANT_PORT: ' ' }).port).toBe(4600)
})

test('an address that others reach is taken where a proxy stands in front of it', () => {
  const config = configFrom({
    SEXTANT_HOST: '0.0.0.0',
    SEXTANT_PUBLIC_URL: 'https://sextant.example.com/',
    SEXTANT_TRUSTED_PROXIES: '172.16.0.0/12',
  })
  expect(config).toMatchObject({ host: '0.0.0.0', demo: false, trustedProxies: ['172.16.0.0/12'] })
})

test('the data directory does not depend on where one stands', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const former = process.cwd()
  process.chdir('/')
  try {
    expect(configFrom({}).dataDir).toBe(join(root, 'data'))
    expect(configFrom({ SEXTANT_DATA_DIR: 'other' }).dataDir).toBe(join(root, 'other'))
    expect(configFrom({ SEXTANT_DATA_DIR: '/srv/sextant' }).dataDir).toBe('/srv/sextant')
  } finally {
    process.chdir(former)
  }
})

test('what is shown of the settings holds no secret', () => {
  const { shown } = readSettings({
    SEXTANT_DATABASE_URL: 'postgres://sextant:hush-1@db/sextant?sslpassword=hush-2&sslmode=require',
    SEXTANT_CLICKHOUSE_URL: 'http://a:hush-3@one:8123/x,http://b:hush-4@two:8123/x?cluster=c',
    SEXTANT_SMTP_URL: 'smtps://user:hush-5@mail.example.com',
    SEXTANT_SECRET_KEY: 'hush-6'.padEnd(64, '0'),
    SEXTANT_SECRET_KEY_FORMER: 'hush-7'.padEnd(64, '0'),
    SEXTANT_AMAZON_SP_CLIENT_SECRET: 'hush-8-hush-8-hush-8',
    SEXTANT_AMAZON_ADS_CLIENT_SECRET: 'hush-9-hush-9-hush-9',
    SEXTANT_PORT: '80',
  })
  expect(JSON.stringify(shown)).not.toContain('hush')
  expect(shown.filter(({ from }) => from === 'environment')).toEqual([
    { name: 'SEXTANT_PORT', from: 'environment', value: '80' },
    {
      name: 'SEXTANT_DATABASE_URL',
      from: 'environment',
      value: 'postgres://sextant:***@db/sextant?sslpassword=***&sslmode=require',
    },
    {
      name: 'SEXTANT_CLICKHOUSE_URL',
      from: 'environment',
      value: 'http://a:***@one:8123/x,http://b:***@two:8123/x?cluster=c',
    },
    { name: 'SEXTANT_SECRET_KEY', from: 'environment', value: '***' },
    { name: 'SEXTANT_SECRET_KEY_FORMER', from: 'environment', value: '***' },
    { name: 'SEXTANT_SMTP_URL', from: 'environment', value: 'smtps://user:***@mail.example.com' },
    { name: 'SEXTANT_AMAZON_SP_CLIENT_SECRET', from: 'environment', value: '***' },
    { name: 'SEXTANT_AMAZON_ADS_CLIENT_SECRET', from: 'environment', value: '***' },
  ])
})

test('proxies are trusted where they are named, and none otherwise', () => {
  expect(configFrom({}).trustedProxies).toEqual([])
  expect(configFrom({ SEXTANT_TRUSTED_PROXIES: ' 127.0.0.1, fd00::/8,loopback ' }).trustedProxies).toEqual([
    '127.0.0.1',
    'fd00::/8',
    'loopback',
  ])
})
