import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PATHS } from '#web/paths.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { FactorForm } from './FactorForm.tsx'
import { MfaCodeForm } from './MfaCodeForm.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { pendingStep, type SignInStep } from './pending.ts'
import { email } from './rules.ts'
import { answerChallenge } from './sign-in-flow.ts'

/** Whatever the pool asks for after the password, one thing after the other. */
export function MfaChallengePage() {
  const navigate = useNavigate()
  const [step, setStep] = useState(pendingStep)
  const confirm = async (answer: string, userAttributes?: Record<string, string>) => {
    const to = await answerChallenge(answer, userAttributes && { userAttributes })
    if (to === PATHS.mfaChallenge) setStep(pendingStep())
    else await navigate({ to, replace: true })
  }
  if (!step) return null
  // A step that follows is another form, also where it asks for the same kind of thing.
  return <Challenge key={step.signInStep} step={step} confirm={confirm} />
}

interface ChallengeProps {
  step: SignInStep
  confirm: (answer: string, userAttributes?: Record<string, string>) => Promise<void>
}

function Challenge({ step, confirm }: ChallengeProps) {
  switch (step.signInStep) {
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      return (
        <MfaCodeForm
          intro={`We have sent a code to ${step.codeDeliveryDetails?.destination ?? 'you'}.`}
          confirm={confirm}
        />
      )
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION':
      return (
        <FactorForm
          intro="Where should the code come from?"
          factors={step.allowedMFATypes ?? []}
          choose={confirm}
        />
      )
    case 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION':
      return (
        <FactorForm
          intro="A second factor is needed to sign in. Which one do you want to set up?"
          factors={step.allowedMFATypes ?? []}
          choose={confirm}
        />
      )
    case 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP':
      return (
        <AnswerForm
          title="Add an email address"
          intro="Sign-in codes are sent to it."
          label="Email"
          type="email"
          rule={email}
          confirm={confirm}
        />
      )
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return <NewPasswordForm missing={step.missingAttributes ?? []} confirm={confirm} />
    case 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE':
      return (
        <AnswerForm
          title="One more question"
          intro={step.additionalInfo?.['question'] ?? 'This installation needs one more answer.'}
          label="Answer"
          confirm={confirm}
        />
      )
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return (
        <MfaCodeForm
          intro="Open your authenticator app and enter the code that it shows for Sextant."
          length={6}
          confirm={confirm}
        />
      )
    case 'CONFIRM_SIGN_IN_WITH_PASSWORD':
    case 'CONFIRM_SIGN_UP':
    case 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION':
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
    case 'DONE':
    case 'RESET_PASSWORD':
      // Asked for on other screens, or not at all.
      return null
  }
}
