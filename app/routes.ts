import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

// Every address of the site, grouped by who may open it.
export default [
  // everybody
  index('areas/home.screen.tsx'),
  route('corsi', 'courses/catalogue.screen.tsx'),
  route('corsi/:slug', 'areas/course.screen.tsx'),
  route('corsi/:slug/iscrizione', 'enrolments/ask.resource.ts'),
  route('contatti', 'areas/contacts.screen.tsx'),
  route('chi-siamo', 'areas/about.screen.tsx'),
  route('privacy-policy', 'areas/privacy.screen.tsx'),
  route('cookie-policy', 'areas/cookies.screen.tsx'),
  ...prefix('auth', [
    index('accounts/sign-in.screen.tsx'),
    route('conferma', 'accounts/confirm.screen.tsx'),
    route('recupera', 'accounts/recovery.screen.tsx'),
    route('nuova-password', 'accounts/new-password.screen.tsx'),
  ]),
  route('logout', 'accounts/sign-out.resource.ts'),
  route('sessione', 'accounts/session.resource.ts'),
  route('*', 'areas/not-found.screen.tsx'),

  // signed in
  layout('areas/member.tsx', [
    route('dashboard', 'areas/dashboard.screen.tsx', [
      route('profilo', 'accounts/profile.screen.tsx'),
      route('password', 'accounts/password.screen.tsx'),
    ]),
    route('ripresa', 'accounts/resume.screen.tsx'),
  ]),

  // administrators
  layout('areas/admin.tsx', [
    ...prefix('admin', [
      index('areas/overview.screen.tsx'),
      route('documents', 'documents/manage.screen.tsx'),
      route('audit', 'audit/log.screen.tsx'),
      route('mail', 'areas/mail.screen.tsx'),
    ]),
  ]),
] satisfies RouteConfig
