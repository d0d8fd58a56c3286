import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery, sql } from './query.ts'
import type { Sql } from './query.ts'

const row = z.object({ one: z.number() })
const define = (params: z.ZodObject, statement: Sql) => () =>
  defineQuery({ name: 'a_query', params, row, sql: statement })

test('a statement whose placeholders and parameters agree is a query', () => {
  const query = defineQuery({
    name: 'a_query',
    params: z.object({ from: z.string(), skus: z.array(z.string()) }),
    row,
    sql: sql`SELECT 1 AS one WHERE {companyId:String} != '' AND {from:Date} IN {skus:Array(Nullable(String))} AND {from:Date} > 0`,
  })
  expect([...query.placeholders]).toEqual([
    ['companyId', 'String'],
    ['from', 'Date'],
    ['skus', 'Array(Nullable(String))'],
  ])
})

test('a statement that disagrees with its parameters is refused', () => {
  const company = sql`company_id = {companyId:String}`
  const none = z.object({})
  const from = z.object({ from: z.string() })
  expect(define(none, sql`SELECT 1 WHERE ${company} AND d > {from:Date}`)).toThrow(
    '{from} is used but not declared',
  )
  expect(define(from, sql`SELECT 1 WHERE ${company}`)).toThrow('from is declared in params but not used')
  expect(define(from, sql`SELECT {from:Date}, {from:String} WHERE ${company}`)).toThrow(
    'both Date and String',
  )
  expect(define(z.object({ from_day: z.string() }), sql`SELECT {from_day:Date} WHERE ${company}`)).toThrow(
    'camelCase',
  )
})

test('a statement that does not ask for the company is refused', () => {
  expect(define(z.object({}), sql`SELECT 1`)).toThrow('must use {companyId:String}')
  expect(define(z.object({}), sql`SELECT 1 -- {companyId:String}`)).toThrow('must use {companyId:String}')
  expect(define(z.object({}), sql`SELECT '{companyId:String}' /* {companyId:String} */`)).toThrow('must use')
  expect(define(z.object({ companyId: z.string() }), sql`SELECT {companyId:String}`)).toThrow(
    'run binds companyId',
  )
})

test('braces in quotes and comments are not placeholders', () => {
  expect(
    define(z.object({}), sql`SELECT '{a:String} \\' {b:String}', "{c:D}", {companyId:String} -- {d:Date}`),
  ).not.toThrow()
})

test('a slot takes SQL and nothing else', () => {
  const column = sql`sum(amount)`
  expect(sql`SELECT ${column} AS total, ${sql.join([sql`a`, sql`b`])}`.text).toBe(
    'SELECT sum(amount) AS total, a, b',
  )
  // @ts-expect-error A value must travel as a parameter.
  expect(() => sql`SELECT ${'1; DROP TABLE ledger'}`).toThrow('pass the string as a {name:Type} parameter')
  // @ts-expect-error Neither does something that looks like a fragment do.
  expect(() => sql`SELECT ${{ text: '1' }}`).toThrow(TypeError)
})
