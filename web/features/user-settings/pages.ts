export { DetailsPage } from './DetailsPage.tsx'
export { MfaPage } from './MfaPage.tsx'
export { PasswordPage } from './PasswordPage.tsx'
export { SessionsPage } from './SessionsPage.tsx'
