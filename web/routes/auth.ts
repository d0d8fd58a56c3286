import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { forGuests, forNewFactor, forPendingEmail, forPendingSignIn } from '#web/auth/guards.ts'
import type * as authPages from '#web/auth/pages.ts'
import { PATHS } from '#web/paths.ts'
import { leave, root } from './root.ts'

const toAuth = <Path extends string>(path: Path, to: (typeof PATHS)['auth' | 'logIn' | 'register']) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => leave(redirect({ to, replace: true })),
  })

const authScreen = (name: keyof typeof authPages) =>
  lazyRouteComponent(() => import('#web/auth/pages.ts'), name)

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  component: lazyRouteComponent(() => import('#web/auth/first-page.ts'), 'AuthLayout'),
})

const authScreens = [
  createRoute({
    getParentRoute: () => auth,
    path: '/',
    beforeLoad: () => leave(redirect({ to: PATHS.logIn, replace: true })),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/logIn',
    beforeLoad: forGuests,
    component: lazyRouteComponent(() => import('#web/auth/first-page.ts'), 'LogInPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/register',
    beforeLoad: forGuests,
    component: authScreen('RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/emailVerification',
    beforeLoad: forPendingEmail,
    component: authScreen('EmailVerificationPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/verificationSuccessful',
    component: authScreen('VerificationSuccessfulPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/addMfa',
    beforeLoad: forNewFactor,
    component: lazyRouteComponent(() => import('#web/auth/AddMfaPage.tsx'), 'AddMfaPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/addMfaSuccessful',
    beforeLoad: forNewFactor,
    component: authScreen('AddMfaSuccessfulPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/mfaChallenge',
    beforeLoad: forPendingSignIn,
    component: authScreen('MfaChallengePage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/forgotPassword',
    component: authScreen('ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/overridePassword',
    beforeLoad: forPendingEmail,
    component: authScreen('OverridePasswordPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/signOut',
    component: authScreen('SignOutPage'),
  }),
] as const

export const authRoutes = [
  toAuth('/', PATHS.auth),
  toAuth('/register', PATHS.register),
  toAuth('/signUp', PATHS.register),
  toAuth('/logIn', PATHS.logIn),
  toAuth('/signIn', PATHS.logIn),
  auth.addChildren(authScreens),
] as const
