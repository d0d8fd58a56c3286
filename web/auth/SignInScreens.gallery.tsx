import { useEffect, useRef } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Accomplished } from './Accomplished.tsx'
import { AddMfaForm } from './AddMfaForm.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { EmailVerificationForm } from './EmailVerificationForm.tsx'
import { FactorForm } from './FactorForm.tsx'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import { LogInForm } from './LogInForm.tsx'
import { MfaCodeForm } from './MfaCodeForm.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { OverridePasswordForm } from './OverridePasswordForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { TitleElement } from './title-element.ts'

const EMAIL = 'you@example.com'
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSW'
const LINKS = {
  termsUrl: 'https://example.com/terms',
  privacyUrl: 'https://example.com/privacy',
  cookiesUrl: 'https://example.com/cookies',
}

const never = () => new Promise<void>(() => {})
const nothing = () => {}

/** A form somebody has just sent. */
function Sent({ children }: { children: React.ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('form')?.requestSubmit(), [])
  return <div ref={frame}>{children}</div>
}

const states: GalleryPage['states'] = [
  { name: 'Log-in', render: () => <LogInForm logIn={never} /> },
  { name: 'Log-in after a session has ended', render: () => <LogInForm hasEnded logIn={never} /> },
  {
    name: 'Log-in, sent empty',
    render: () => (
      <Sent>
        <LogInForm logIn={never} />
      </Sent>
    ),
  },
  { name: 'Registration', render: () => <RegisterForm links={LINKS} register={never} /> },
  {
    name: 'Registration, sent empty, in an installation without documents',
    render: () => (
      <Sent>
        <RegisterForm register={never} />
      </Sent>
    ),
  },
  {
    name: 'Email verification',
    render: () => <EmailVerificationForm email={EMAIL} verify={never} resend={never} />,
  },
  {
    name: 'Email verification without a mail server',
    render: () => <EmailVerificationForm email={EMAIL} codesAt="COMMAND" verify={never} resend={never} />,
  },
  {
    name: 'Email verification in the demo',
    render: () => <EmailVerificationForm email={EMAIL} codesAt="MAILBOX" verify={never} resend={never} />,
  },
  {
    name: 'Email verified',
    render: () => (
      <Accomplished title="Email verified" onContinue={nothing}>
        Your account is ready. Sign in with the password you have chosen.
      </Accomplished>
    ),
  },
  {
    name: 'Authenticator app',
    render: () => <AddMfaForm secret={SECRET} email={EMAIL} add={never} skip={nothing} />,
  },
  {
    name: 'Authenticator app, demanded, sent empty',
    render: () => (
      <Sent>
        <AddMfaForm secret={SECRET} email={EMAIL} add={never} />
      </Sent>
    ),
  },
  {
    name: 'Code of the authenticator, sent empty',
    render: () => (
      <Sent>
        <MfaCodeForm intro="Open your authenticator app." confirm={never} />
      </Sent>
    ),
  },
  {
    name: 'Choice of the second factor',
    render: () => (
      <FactorForm intro="Where should the code come from?" factors={['TOTP', 'SMS']} choose={never} />
    ),
  },
  {
    name: 'Question of the installation',
    render: () => (
      <AnswerForm title="One more question" intro="Which office?" label="Answer" confirm={never} />
    ),
  },
  {
    name: 'New password demanded, sent empty',
    render: () => (
      <Sent>
        <NewPasswordForm missing={['phone_number']} confirm={never} />
      </Sent>
    ),
  },
  { name: 'Forgotten password', render: () => <ForgotPasswordForm email={EMAIL} sendCode={never} /> },
  {
    name: 'New password',
    render: () => <OverridePasswordForm email={EMAIL} override={never} getNewCode={nothing} />,
  },
  {
    name: 'Being sent',
    render: () => (
      <Sent>
        <ForgotPasswordForm email={EMAIL} sendCode={never} />
      </Sent>
    ),
  },
  {
    name: 'Refused',
    render: () => (
      <Sent>
        <ForgotPasswordForm
          email={EMAIL}
          sendCode={() => Promise.reject(Object.assign(new Error(), { name: 'TooManyRequestsException' }))}
        />
      </Sent>
    ),
  },
]

export const gallery: GalleryPage = {
  group: 'Sign-in',
  title: 'Sign-in screens',
  states: states.map((state) => ({
    ...state,
    render: () => <TitleElement value="h3">{state.render()}</TitleElement>,
  })),
}
