import { useState } from 'react'
import type { InstallationMeta } from '#contract/installation.ts'
import { PATHS } from '#web/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { CodeHint } from './CodeHint.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import styles from './AuthScreen.module.css'
import { problemText } from './problems.ts'
import { emailCode, LONG_CODE_LENGTH } from './rules.ts'
import { useForm } from './use-form.ts'

interface EmailVerificationFormProps {
  email: string
  codesAt?: InstallationMeta['codesAt']
  verify: (code: string) => Promise<void>
  resend: () => Promise<void>
}

export function EmailVerificationForm({ email, codesAt = null, verify, resend }: EmailVerificationFormProps) {
  const [resending, setResending] = useState<'no' | 'pending' | 'done'>('no')
  const form = useForm({
    initial: { verificationCode: '' },
    rules: { verificationCode: emailCode },
    place: 'verification',
    submit: (values) => verify(values.verificationCode),
  })
  const sendAgain = async () => {
    setResending('pending')
    form.setProblem(null)
    try {
      await resend()
      setResending('done')
    } catch (error) {
      setResending('no')
      form.setProblem(problemText('verification', error))
    }
  }
  return (
    <AuthScreen title="Verify your email" intro={<>We have sent a code to {email}.</>}>
      <AuthForm
        form={form}
        submitLabel="Verify"
        others={
          <Button kind="ghost" size="xl" isPending={resending === 'pending'} onPress={() => void sendAgain()}>
            Resend code
          </Button>
        }
      >
        <CodeHint codesAt={codesAt} email={email} />
        <CodeField
          {...form.field('verificationCode')}
          label="Verification code"
          longerLength={LONG_CODE_LENGTH}
          onComplete={(code) => form.complete('verificationCode', code)}
        />
        {resending === 'done' && <Alert appearance="positive">A new code is on its way.</Alert>}
      </AuthForm>
      <p className={styles.after}>
        <AuthLink to={PATHS.logIn}>Back to sign in</AuthLink>
      </p>
    </AuthScreen>
  )
}
