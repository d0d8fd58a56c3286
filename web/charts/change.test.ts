import { expect, test } from 'vitest'
import { changeAt, changeOf, shownGrowth } from './change.ts'

test('a change is signed and judged by the metric', () => {
  expect(changeOf('111.1', '100', { better: 'more' })).toEqual({
    text: '+11.1%',
    judgement: 'good',
    direction: 'up',
  })
  expect(changeOf('111.1', '100', { better: 'less' })).toEqual({
    text: '+11.1%',
    judgement: 'bad',
    direction: 'up',
  })
  expect(changeOf('90', '100', { better: 'less' })).toEqual({
    text: '−10.0%',
    judgement: 'good',
    direction: 'down',
  })
  expect(changeOf('90', '100')).toEqual({ text: '−10.0%', judgement: null, direction: 'down' })
})

test('a ratio changes in points', () => {
  expect(changeOf('0.122', '0.111', { isRatio: true, better: 'more' })).toEqual({
    text: '+1.1 pp',
    judgement: 'good',
    direction: 'up',
  })
  expect(changeOf('0.10', '0.12', { isRatio: true }).text).toBe('−2.0 pp')
  expect(changeOf('0.12', '0.12', { isRatio: true, better: 'more' })).toEqual({
    text: '0.0 pp',
    judgement: null,
    direction: 'noChange',
  })
})

test('without a base there is no percentage', () => {
  expect(changeOf('5', null).text).toBe('–')
  expect(changeOf(null, '5').text).toBe('–')
  expect(changeOf('5', '0').text).toBe('new')
  expect(changeOf('0', '0').text).toBe('–')
  expect(changeOf('5', '-2').text).toBe('–')
  expect(changeOf('5000', '1').text).toBe('>999%')
  expect(changeOf('100.01', '100', { better: 'more' })).toEqual({
    text: '0.0%',
    judgement: null,
    direction: 'noChange',
  })
  expect(changeOf('5', null).direction).toBeNull()
  expect(changeOf('5', '0').direction).toBeNull()
})

test('a change as a number has no value without a base', () => {
  expect(shownGrowth('111.1', '100')).toBe(0.111)
  expect(shownGrowth('0.122', '0.111', { isRatio: true })).toBe(0.011)
  expect(shownGrowth('5', null)).toBeNull()
  expect(shownGrowth('5', '0')).toBeNull()
  expect(shownGrowth('5', '-2')).toBeNull()
  expect(shownGrowth(null, '5')).toBeNull()
})

test('a cost is told of its size, as in the statement', () => {
  expect(changeOf('-12', '-10', { better: 'less', isCost: true })).toEqual({
    text: '+20.0%',
    judgement: 'bad',
    direction: 'up',
  })
  expect(shownGrowth('-8', '-10', { isCost: true })).toBe(-0.2)
})

test('of a day in progress no change against a whole one is told', () => {
  const today = { start: '2026-11-25', end: '2026-11-25', state: 'partial' } as const
  const series = { id: 'sales', label: 'Sales', tone: 'sales', values: ['35'], prior: ['100'] } as const
  const none = { text: '–', direction: null }
  expect(changeAt({ ...today, isUncompared: true }, series, 0)).toMatchObject(none)
  expect(changeAt(today, { ...series, isUncomparedAt: (index) => index === 0 }, 0)).toMatchObject(none)
  expect(changeAt(today, series, 0).text).toBe('−65.0%')
})
