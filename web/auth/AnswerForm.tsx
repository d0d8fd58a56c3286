import { TextField } from '#web/ui/TextField.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { ExitButton } from './ExitButton.tsx'
import { answer, type Rule } from './rules.ts'
import { useForm } from './use-form.ts'

interface AnswerFormProps {
  title: string
  intro: string
  label: string
  rule?: Rule
  type?: 'text' | 'email'
  confirm: (answer: string) => Promise<void>
}

/** A question of the pool that is answered in words. */
export function AnswerForm({ title, intro, label, rule = answer, type = 'text', confirm }: AnswerFormProps) {
  const form = useForm({
    initial: { answer: '' },
    rules: { answer: rule },
    place: 'challenge',
    submit: (values) => confirm(values.answer),
  })
  return (
    <AuthScreen title={title} intro={intro}>
      <AuthForm form={form} submitLabel="Continue" others={<ExitButton />}>
        <TextField
          {...form.field('answer')}
          label={label}
          type={type}
          autoComplete={type === 'email' ? 'email' : 'off'}
          isWide
        />
      </AuthForm>
    </AuthScreen>
  )
}
