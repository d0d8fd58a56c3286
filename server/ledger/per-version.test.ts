import { describe, expect, test } from 'vitest'
import type { Company } from '#server/accounts/index.ts'
import { perVersion, perVersionWhileAsked } from './per-version.ts'
import type { Services } from './services.ts'

const services = {} as Services
const at = (publishedVersion: number, id = 'A') => ({ id, publishedVersion }) as Company

test('a version is read once, and a reader of an old one takes nothing from the others', async () => {
  const read: string[] = []
  const known = perVersion(async (_, { id, publishedVersion }) => {
    read.push(`${id} ${publishedVersion}`)
    return publishedVersion
  })
  for (const version of [7, 3, 7, 3, 7]) expect(await known(services, at(version))).toBe(version)
  await known(services, at(7, 'B'))
  expect(read).toEqual(['A 7', 'A 3', 'B 7'])
})

test('what else is asked is a question of its own', async () => {
  const read: string[] = []
  const known = perVersion(async (_, { publishedVersion }, day: string, places: readonly string[]) => {
    read.push(`${publishedVersion} ${day} ${places.join('+')}`)
    return read.length
  })
  const ask = (day: string, ...places: string[]) => known(services, at(7), day, places)
  await ask('2026-11-25')
  await ask('2026-11-25', 'DE')
  await ask('2026-11-25', 'DE')
  await ask('2026-11-26', 'DE')
  await ask('2026-11-26', 'DE', 'FR')
  await ask('2026-11-26', 'DE,FR')
  expect(read).toEqual([
    '7 2026-11-25 ',
    '7 2026-11-25 DE',
    '7 2026-11-26 DE',
    '7 2026-11-26 DE+FR',
    '7 2026-11-26 DE,FR',
  ])
})

test('what failed is asked again', async () => {
  let asked = 0
  const known = perVersion(async () => {
    if (++asked === 1) throw new Error('no answer')
    return asked
  })
  await expect(known(services, at(1))).rejects.toThrow('no answer')
  expect(await known(services, at(1))).toBe(2)
})

test('it remembers only so many', async () => {
  let asked = 0
  const known = perVersion(async () => ++asked)
  for (let version = 1; version <= 10_001; version++) await known(services, at(version))
  expect(await known(services, at(10_001))).toBe(10_001)
  expect(await known(services, at(2))).toBe(2)
  expect(await known(services, at(1))).toBe(10_002)
})

test('of large answers it remembers fewer', async () => {
  let asked = 0
  const known = perVersion(
    async () => ({ asked: ++asked }),
    () => 200_000,
  )
  for (const version of [1, 2, 3, 3, 2]) await known(services, at(version))
  expect(asked).toBe(3)
  expect(await known(services, at(1))).toEqual({ asked: 4 })
})

describe('what is read while somebody waits for it', () => {
  const reading = () => {
    const signals: AbortSignal[] = []
    const answers: ((answer: string) => void)[] = []
    const known = perVersionWhileAsked(
      (_, __, signal) =>
        new Promise<string>((answer, fail) => {
          signals.push(signal)
          answers.push(answer)
          signal.addEventListener('abort', () => fail(new Error('given up')))
        }),
    )
    return { signals, answers, ask: (signal?: AbortSignal) => known(services, at(1), signal) }
  }

  test('goes on for those who still wait, and ends with the last of them', async () => {
    const { signals, answers, ask } = reading()
    const [first, second] = [new AbortController(), new AbortController()]
    const both = [ask(first.signal), ask(second.signal)]
    first.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    second.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    for (const one of both) await expect(one).rejects.toThrow('given up')
    // What was given up is read anew, also by who comes in between.
    const next = ask()
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!('done')
    expect(await next).toBe('done')
    expect(await ask(new AbortController().signal)).toBe('done')
    expect(signals).toHaveLength(2)
  })

  test('who comes when it is given up has it read again', async () => {
    const { answers, ask } = reading()
    const first = new AbortController()
    const given = ask(first.signal)
    first.abort()
    const late = ask()
    await expect(given).rejects.toThrow('given up')
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!('done')
    expect(await late).toBe('done')
  })

  test('who has no signal waits to its end', async () => {
    const { signals, answers, ask } = reading()
    const first = new AbortController()
    const answered = ask()
    void ask(first.signal).catch(() => undefined)
    first.abort()
    expect(signals[0]!.aborted).toBe(false)
    answers[0]!('done')
    expect(await answered).toBe('done')
  })
})
