import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

// Every address of the site, grouped by who may open it.
export default [
  // everybody
  index('areas/home.screen.tsx'),
  route('corsi', 'courses/catalogue.screen.tsx'),
  route('corsi/:slug', 'areas/course.screen.tsx'),
  route('corsi/:slug/iscrizione', 'enrolments/ask.resource.ts'),
  route('corsi/:slug/anteprima.png', 'courses/preview.resource.ts'),
  route('corsi/:slug/calendario.ics', 'courses/calendar.resource.ts'),
  route('corsi/:slug/brochure', 'documents/download-brochure.resource.ts'),
  route('calendario/:token.ics', 'enrolments/feed.resource.ts'),
  route('documenti/:document', 'documents/download.resource.ts'),
  route('contatti', 'areas/contacts.screen.tsx'),
  route('contatti/corsi', 'contacts/courses.resource.ts'),
  route('chi-siamo', 'areas/about.screen.tsx'),
  route('privacy-policy', 'areas/privacy.screen.tsx'),
  route('cookie-policy', 'areas/cookies.screen.tsx'),
  route('note-legali', 'areas/notes.screen.tsx'),
  route('accessibilita', 'areas/accessibility.screen.tsx'),
  ...prefix('auth', [
    index('accounts/sign-in.screen.tsx'),
    route('conferma', 'accounts/confirm.screen.tsx'),
    route('recupera', 'accounts/recovery.screen.tsx'),
    route('nuova-password', 'accounts/new-password.screen.tsx'),
    route('codice', 'second-factor/code.screen.tsx'),
  ]),
  route('logout', 'accounts/sign-out.resource.ts'),
  route('sessione', 'accounts/session.resource.ts'),
  ...prefix('functions/v1', [
    index('functions/manual.screen.tsx'),
    route('openapi.json', 'functions/openapi.resource.ts'),
    route('handle-contact-form', 'functions/contact.resource.ts'),
    route('enroll_user_in_courses', 'functions/enrol.resource.ts'),
  ]),
  route('anteprima.png', 'areas/preview.resource.ts'),
  route('sitemap.xml', 'areas/sitemap.resource.ts'),
  route('robots.txt', 'areas/robots.resource.ts'),
  route('site.webmanifest', 'areas/manifest.resource.ts'),
  route('speculation-rules.json', 'areas/speculation.resource.ts'),
  route('.well-known/security.txt', 'areas/security.resource.ts'),
  route('*', 'areas/not-found.screen.tsx'),

  // signed in
  layout('areas/member.tsx', [
    route('dashboard', 'areas/dashboard.screen.tsx', [
      route('profilo', 'accounts/profile.screen.tsx'),
      route('password', 'accounts/password.screen.tsx'),
      route('due-passaggi', 'second-factor/setup.screen.tsx'),
      route('calendario', 'enrolments/feed.screen.tsx'),
      route('elimina', 'rights/delete.screen.tsx'),
    ]),
    route('dashboard/accessi', 'accounts/sessions.screen.tsx'),
    route('dashboard/dati.json', 'rights/download.resource.ts'),
    route('ripresa', 'areas/resume.screen.tsx'),
  ]),

  // administrators
  layout('areas/admin.tsx', [
    route('admin', 'areas/overview.screen.tsx', [
      route('courses/:course/elimina', 'publishing/delete.screen.tsx'),
      route('courses/:course/iscritti', 'requests/roster.screen.tsx'),
      route('courses/:course/pdf', 'documents/brochure.screen.tsx'),
      route('iscrivi', 'requests/enrol.screen.tsx'),
    ]),
    ...prefix('admin', [
      route('courses/:course', 'publishing/course.screen.tsx'), // 'new' makes one
      route('courses/:course/ripristina', 'publishing/restore.resource.ts'),
      route('courses/:course/iscritti.csv', 'requests/roster-export.resource.ts'),
      route('courses.csv', 'publishing/export.resource.ts'),
      route('iscrivi/suggerimenti', 'requests/suggestions.resource.ts'),
      route('documents', 'documents/manage.screen.tsx', [
        route(':document', 'documents/details.screen.tsx'),
        route(':document/elimina', 'documents/delete.screen.tsx'),
      ]),
      route('audit', 'audit/log.screen.tsx', [route(':entry', 'audit/entry.screen.tsx')]),
      route('audit.csv', 'audit/export.resource.ts'),
      route('contacts', 'inbox/list.screen.tsx', [route(':contact', 'inbox/contact.screen.tsx')]),
      route('people', 'accounts/people.screen.tsx', [
        route(':person/due-passaggi', 'second-factor/remove.screen.tsx'),
      ]),
      route('people/suggerimenti', 'accounts/suggestions.resource.ts'),
      route('mail', 'areas/mail.screen.tsx'),
      route('stato', 'operation/state.screen.tsx'),
    ]),
  ]),
] satisfies RouteConfig
