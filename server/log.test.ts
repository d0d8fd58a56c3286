import { expect, test } from 'vitest'
import { currentRequest, openLog } from './log.ts'

function written(
  use: (log: ReturnType<typeof openLog>) => void,
  { level = 'info' as const, isTTY = false } = {},
) {
  const lines: string[] = []
  use(openLog(level, { write: (line) => lines.push(line), isTTY }))
  return lines
}

test('a line is JSON with the moment, the level, the words and the request that it belongs to', () => {
  const [line] = written((log) => currentRequest.run({ requestId: 'r-1' }, () => log('Something is odd.')))
  expect(JSON.parse(line!)).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    requestId: 'r-1',
    msg: 'Something is odd.',
  })
})

test('a failure keeps its whole story: type, code, place and causes', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const [line] = written((log) => log('It failed', new TypeError('no', { cause })))
  expect(JSON.parse(line!)).toMatchObject({
    level: 'error',
    err: {
      type: 'TypeError',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: 'ECONNREFUSED' },
    },
  })
})

const failedQuery = Object.assign(new Error('Failed query: insert into x values ($1)\nparams: hush,"hush"'), {
  params: ['hush'],
})

test.each([
  ['a password in an address', (log) => log('No way to postgres://sextant:hush@db/x')],
  ['an address in an error', (log) => log('Failed', new Error('smtps://ada:hush@mail.example.com refused'))],
  ['a ticket', (log) => log('GET /files/imports/1/original?companyId=2&ticket=hush failed')],
  ['a signature', (log) => log('https://bucket/x?X-Amz-Signature=hush&X-Amz-Security-Token=hush')],
  ['a person in an address', (log) => log('GET /x?who=hush%40example.com and ?who=hush@example.com')],
  ['a header', (log) => log('Failed', new Error('authorization: Bearer hush.hush-hush'))],
  ['a token', (log) => log('Not valid: eyJhbGciOiJIUzI1NiJ9.hushhush.hush')],
  ['fields', (log) => log.info!({ password: 'hush', nested: { refreshToken: 'hu\\"sh' } }, 'x')],
  ['the values of a statement', (log) => log('Failed', failedQuery)],
  ['the values of a statement below', (log) => log('Failed', new Error('x', { cause: failedQuery }))],
] satisfies [string, (log: ReturnType<typeof openLog>) => void][])(
  '%s does not reach the log',
  (_what, use) => {
    for (const isTTY of [false, true]) {
      const text = written(use, { isTTY }).join('')
      expect(text).toContain('***')
      expect(text).not.toMatch(/hu\W*sh/)
    }
  },
)

test('where somebody watches, a line is for people', () => {
  const [line] = written((log) => log.info!({ status: 200 }, 'GET /meta'), { isTTY: true })
  expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} INFO  GET \/meta status=200\n$/)
})

test('what lies below the level is left out', () => {
  const lines = written((log) => {
    log.debug!({}, 'small')
    log.info!({}, 'large')
  })
  expect(lines).toHaveLength(1)
})
