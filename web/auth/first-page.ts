/** All that the sign-in page is made of. */
export { AuthLayout } from './AuthLayout.tsx'
export { LogInPage } from './LogInPage.tsx'
