import { TextField } from '#web/ui/TextField.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { ExitButton } from './ExitButton.tsx'
import { totpCode } from './rules.ts'
import { useForm } from './use-form.ts'

interface MfaCodeFormProps {
  /** Where the code is to be found. */
  intro: string
  confirm: (code: string) => Promise<void>
}

/** Asks for the second factor, wherever its code comes from. */
export function MfaCodeForm({ intro, confirm }: MfaCodeFormProps) {
  const form = useForm({
    initial: { totpCode: '' },
    rules: { totpCode },
    place: 'challenge',
    submit: (values) => confirm(values.totpCode),
  })
  return (
    <AuthScreen title="Enter your code" intro={intro}>
      <AuthForm form={form} submitLabel="Continue" others={<ExitButton />}>
        <TextField
          {...form.field('totpCode')}
          label="Authentication code"
          autoComplete="one-time-code"
          inputMode="numeric"
          isWide
        />
      </AuthForm>
    </AuthScreen>
  )
}
