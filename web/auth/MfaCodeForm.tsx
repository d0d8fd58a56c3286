import { TextField } from '#web/ui/TextField.tsx'
import { typedCode } from '#web/ui/typed-code.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { ExitButton } from './ExitButton.tsx'
import { totpCode } from './rules.ts'
import { useForm } from './use-form.ts'

interface MfaCodeFormProps {
  /** Where the code is to be found. */
  intro: string
  /** How many digits it always has: it is sent when the last of them is typed. */
  length?: number
  confirm: (code: string) => Promise<void>
}

/** Asks for the second factor, wherever its code comes from. */
export function MfaCodeForm({ intro, length, confirm }: MfaCodeFormProps) {
  const form = useForm({
    initial: { totpCode: '' },
    rules: { totpCode },
    place: 'challenge',
    submit: (values) => confirm(values.totpCode),
  })
  const field = form.field('totpCode')
  const type = (text: string) => {
    field.onChange(text)
    if (length === undefined) return
    // One digit more shows that it is longer than the last of those that count.
    const [before, code] = [field.value, text].map((typed) => typedCode(typed, length + 1))
    if (code!.length === length && code !== before) form.complete('totpCode', text)
  }
  return (
    <AuthScreen title="Enter your code" intro={intro}>
      <AuthForm form={form} submitLabel="Continue" others={<ExitButton />}>
        <TextField
          {...field}
          onChange={type}
          label="Authentication code"
          autoComplete="one-time-code"
          inputMode="numeric"
          isWide
        />
      </AuthForm>
    </AuthScreen>
  )
}
