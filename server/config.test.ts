import { expect, test } from 'vitest'
import { configFrom } from './config.ts'

test('the limits per address are a hundred times as high in demo mode alone', () => {
  const limits = (env: NodeJS.ProcessEnv) => configFrom(env).signIn.addressLimits
  expect(limits({ SEXTANT_DEMO: 'off' }).signUpsPerHour).toBe(10)
  expect(limits({}).signUpsPerHour).toBe(1000)
  expect(limits({ SEXTANT_LIMIT_SIGN_UPS_PER_HOUR: '7' }).signUpsPerHour).toBe(7)
})

test.each([
  [{ SEXTANT_COGNITO_USER_POOL_ID: 'eu-central-1_Ab1Cd2Ef3' }, 'belong together'],
  [{ SEXTANT_COGNITO_USER_POOL_ID: 'nonsense', SEXTANT_COGNITO_CLIENT_ID: 'x' }, 'should look like'],
  [{ SEXTANT_SECOND_FACTOR: 'perhaps' }, 'optional or required'],
  [{ SEXTANT_SMTP_URL: 'https://mail.example.com' }, 'SEXTANT_SMTP_URL'],
  [{ SEXTANT_LIMIT_MAILS_PER_HOUR: '0' }, 'whole number'],
  [{ SEXTANT_MASK_UNKNOWN_USERS: 'perhaps' }, 'on or off'],
  [{ SEXTANT_TRUSTED_PROXIES: 'proxy.example.com' }, 'addresses or networks'],
  [{ SEXTANT_TRUSTED_PROXIES: '10.0.0.0/33' }, 'addresses or networks'],
])('settings that contradict each other stop the start: %o', (env, why) => {
  expect(() => configFrom(env)).toThrow(why)
})

test('proxies are believed where they are named, and none otherwise', () => {
  expect(configFrom({}).trustedProxies).toEqual([])
  expect(configFrom({ SEXTANT_TRUSTED_PROXIES: ' 127.0.0.1, fd00::/8,loopback ' }).trustedProxies).toEqual([
    '127.0.0.1',
    'fd00::/8',
    'loopback',
  ])
})
