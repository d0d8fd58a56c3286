import { useRef, useState } from 'react'
import { problemText, type Place } from './problems.ts'
import { checked, type Rules } from './rules.ts'

interface FormOptions<Values> {
  initial: Values
  rules: Rules<Values>
  /** Which refusals can be expected. */
  place: Place
  /** Gets what was meant by the values; a refusal is said above the button. */
  submit: (values: Values) => Promise<void>
}

/**
 * A form that is checked when it is sent, and from then on with every change. What is wrong is said beside its field, and
 * the first of these fields gets the focus.
 */
export function useForm<Values extends Record<string, string | boolean>>({
  initial,
  rules,
  place,
  submit,
}: FormOptions<Values>) {
  const [values, setValues] = useState(initial)
  const [wasSent, setSent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const lastSent = useRef<Values>(undefined)
  const { errors } = checked(values, rules)

  const send = async (sent: Values) => {
    if (isPending) return
    lastSent.current = sent
    setSent(true)
    setProblem(null)
    const { values: meant, errors: wrong } = checked(sent, rules)
    const firstWrong = Object.keys(rules).find((name) => wrong[name] !== undefined)
    if (firstWrong !== undefined) return focusField(form.current, firstWrong)
    setPending(true)
    try {
      await submit(meant)
    } catch (error) {
      setProblem(problemText(place, error))
    } finally {
      setPending(false)
    }
  }

  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault()
    void send(values)
  }

  return {
    values,
    problem,
    setProblem,
    isPending,
    /** For the form element. What the browser would say of its fields is said by the fields themselves. */
    form: {
      ref: form,
      method: 'post',
      noValidate: true,
      onSubmit,
    },
    /** The same for a form that is drawn by what it is given. */
    asProps: {
      formRef: form,
      isPending,
      problem,
      onSubmit,
    },
    /** Sends the form by itself, because the last of what it asks for has been typed; unless somebody was quicker to send it. */
    complete: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
      if (lastSent.current?.[name] !== value) void send({ ...values, [name]: value })
    },
    /** As if nothing had been typed. */
    restart: () => {
      lastSent.current = undefined
      setValues(initial)
      setSent(false)
    },
    /** For the field of a name. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      onChange: (value: Values[Name]) => setValues((before) => ({ ...before, [name]: value })),
      error: wasSent ? errors[name] : undefined,
    }),
  }
}

function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
