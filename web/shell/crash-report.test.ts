import { expect, test } from 'vitest'
import { CrashReport } from '#contract/crash-report.ts'
import { crashReport, isWorthReporting, oncePerCrash } from './crash-report.ts'

const circumstances = { pathname: '/7/profitAndLoss/transaction', companyId: '7', reconciliationId: 'b2f0' }

test('a report has the shape that is agreed on, and no message', () => {
  const error = new TypeError('Net profit of Acme is 1,843', { cause: new RangeError('order 111') })
  const report = crashReport(error, circumstances)
  expect(CrashReport.parse(report)).toEqual(report)
  expect(report).toMatchObject({
    name: 'TypeError',
    causeName: 'RangeError',
    browserPathname: '/7/profitAndLoss/transaction',
    clientCompanyId: '7',
    reconciliationId: 'b2f0',
  })
  expect(report.stack).toMatch(/^TypeError: \[redacted\]\n\s+at /)
  expect(JSON.stringify(report)).not.toMatch(/Acme|order 111/)
})

test('support gets the messages of a browser that it asked for', () => {
  const report = crashReport(new Error('order 111'), { ...circumstances, isDetailed: true })
  expect(report.stack).toMatch(/^Error: order 111\n\s+at /)
  expect(crashReport(new TypeError('Load failed'), { ...circumstances, isDetailed: true }).stack).toBe('')
})

test('a connection that was lost is reported without its stack', () => {
  expect(crashReport(new TypeError('Failed to fetch'), circumstances).stack).toBe('')
  expect(crashReport('thrown text', circumstances)).toMatchObject({ name: 'string' })
})

test('what is not ours is not reported', () => {
  const from = (stack: string, error: Error = new Error('x')) => Object.assign(error, { stack })
  expect(isWorthReporting(from('Error: x\n at chrome-extension://abc/a.js:1:1'))).toBe(false)
  expect(isWorthReporting(from('', Object.assign(new Error('x'), { name: 'InvalidStateError' })))).toBe(false)
  expect(isWorthReporting(from('Load failed', new TypeError('Load failed')))).toBe(false)
  expect(isWorthReporting(from('TypeError: Load failed', new TypeError('Load failed')))).toBe(false)
  expect(isWorthReporting(from('TypeError: x\n    at load (a.js:1:2)', new TypeError('x')))).toBe(true)
  expect(isWorthReporting(from('Error: x'))).toBe(true)
  expect(isWorthReporting(new Error('ours'))).toBe(true)
})

test('one crash is told once', () => {
  const isNew = oncePerCrash()
  const error = new Error('a')
  expect([isNew(error), isNew(error), isNew(new Error('b'))]).toEqual([true, false, true])
})
