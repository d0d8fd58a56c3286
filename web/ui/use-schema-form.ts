import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'

interface SchemaFormOptions<Values, Answer> {
  initial: Values
  schema: z.ZodType<Answer>
  /** What the schema is given of the values as they were typed. */
  meant?: (values: Values) => unknown
}

/**
 * The fields of a form. They are checked when somebody wants to go on, and from then on with every change; the first
 * that is wrong gets the focus.
 */
export function useSchemaForm<Values extends object, Answer>({
  initial,
  schema,
  meant = (values) => values,
}: SchemaFormOptions<Values, Answer>) {
  const [values, setValues] = useState(initial)
  const [attempts, setAttempts] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const result = schema.safeParse(meant(values))

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>(FIRST_WRONG)?.focus()
  }, [attempts])

  const errorOf = (name: keyof Values & string): string | undefined =>
    attempts > 0 ? result.error?.issues.find(({ path }) => path[0] === name)?.message : undefined

  return {
    form,
    values,
    /** As if nothing had been typed. */
    restart: () => {
      setValues(initial)
      setAttempts(0)
    },
    /** What was sent becomes this, by itself what the form began with. What was typed since is not what was sent, and stays. */
    settle: (sent: Values, becomes: Partial<Values> = initial) => {
      setValues((before) => settled(before, sent, becomes))
      setAttempts(0)
    },
    set: (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes })),
    /** For the field of a name. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => setValues((before) => ({ ...before, [name]: value })),
      error: errorOf(name),
    }),
    errorOf,
    /** The answer, if all of it holds; otherwise the fields say what is wrong. */
    answer: (): Answer | undefined => {
      if (!result.success) setAttempts(attempts + 1)
      return result.data
    },
  }
}

export function settled<Values extends object>(now: Values, sent: Values, becomes: Partial<Values>): Values {
  const names = Object.keys(becomes) as (keyof Values)[]
  return {
    ...now,
    ...Object.fromEntries(names.flatMap((name) => (now[name] === sent[name] ? [[name, becomes[name]]] : []))),
  }
}

const FIRST_WRONG = '[data-invalid] :is(input, button):not([tabindex="-1"])'
