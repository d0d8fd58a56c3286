/** The screens after the first in one piece: whoever sees one of them is on the way to the next. */
export { AddMfaSuccessfulPage } from './AddMfaSuccessfulPage.tsx'
export { EmailVerificationPage } from './EmailVerificationPage.tsx'
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
export { MfaChallengePage } from './MfaChallengePage.tsx'
export { OverridePasswordPage } from './OverridePasswordPage.tsx'
export { RegisterPage } from './RegisterPage.tsx'
export { SignOutPage } from './SignOutPage.tsx'
export { VerificationSuccessfulPage } from './VerificationSuccessfulPage.tsx'
