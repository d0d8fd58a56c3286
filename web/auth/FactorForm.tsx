import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { ExitButton } from './ExitButton.tsx'
import type { Rule } from './rules.ts'
import { useForm } from './use-form.ts'

const FACTORS = {
  TOTP: 'Authenticator app',
  SMS: 'Text message',
  EMAIL: 'Email',
} as const

export type Factor = keyof typeof FACTORS

const oneOfThem: Rule = { isMet: (value) => value in FACTORS, message: 'Please select one.' }

interface FactorFormProps {
  intro: string
  factors: readonly Factor[]
  choose: (factor: string) => Promise<void>
}

/** There is more than one second factor to go on with. */
export function FactorForm({ intro, factors, choose }: FactorFormProps) {
  const form = useForm({
    initial: { factor: '' },
    rules: { factor: oneOfThem },
    place: 'challenge',
    submit: (values) => choose(values.factor),
  })
  const { value, error, onChange } = form.field('factor')
  return (
    <AuthScreen title="Choose how to continue" intro={intro}>
      <AuthForm form={form} submitLabel="Continue" others={<ExitButton />}>
        <ChoiceGroup
          label="Second factor"
          choices={factors.map((factor) => ({ value: factor, label: FACTORS[factor] }))}
          value={factors.find((factor) => factor === value) ?? null}
          onChange={onChange}
          error={error}
        />
      </AuthForm>
    </AuthScreen>
  )
}
