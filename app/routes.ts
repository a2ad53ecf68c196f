import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

// Grouped by who may open them.
export default [
  // everybody
  index('public/home.screen.tsx'),
  route('corsi', 'public/catalogue.screen.tsx'),
  route('corsi/:slug', 'public/course.screen.tsx'),
  route('confronta', 'public/compare.screen.tsx'),
  route('corsi/:slug/iscrizione', 'enrolments/ask.resource.ts'),
  route('corsi/:slug/anteprima.png', 'courses/preview.resource.ts'),
  route('corsi/:slug/calendario.ics', 'courses/calendar.resource.ts'),
  route('corsi/:slug/brochure', 'documents/download-brochure.resource.ts'),
  route('calendario/:token.ics', 'enrolments/feed.resource.ts'),
  route('documenti/:document', 'documents/download.resource.ts'),
  route('contatti', 'public/contacts.screen.tsx'),
  route('contatti/corsi', 'contacts/courses.resource.ts'),
  route('chi-siamo', 'public/about.screen.tsx'),
  route('privacy-policy', 'public/privacy.screen.tsx'),
  route('cookie-policy', 'public/cookies.screen.tsx'),
  route('note-legali', 'public/notes.screen.tsx'),
  route('accessibilita', 'public/accessibility.screen.tsx'),
  layout('public/auth.tsx', [
    route('auth', 'accounts/sign-in.screen.tsx'),
    route('auth/controlla-la-posta', 'accounts/check-mail.screen.tsx'),
  ]),
  ...prefix('auth', [
    route('conferma', 'accounts/confirm.screen.tsx'),
    route('recupera', 'accounts/recovery.screen.tsx'),
    route('nuova-password', 'accounts/new-password.screen.tsx'),
    route('nuova-email', 'accounts/new-email.screen.tsx'),
    route('codice', 'accounts/two-factor/code.screen.tsx'),
  ]),
  route('logout', 'accounts/sign-out.resource.ts'),
  route('sessione', 'accounts/session.resource.ts'),
  ...prefix('functions/v1', [
    index('api/manual.screen.tsx'),
    route('openapi.json', 'api/openapi.resource.ts'),
    route('handle-contact-form', 'api/contact.resource.ts'),
    route('enroll_user_in_courses', 'api/enrol.resource.ts'),
  ]),
  route('anteprima.png', 'public/meta/preview.resource.ts'),
  route('sitemap.xml', 'public/meta/sitemap.resource.ts'),
  route('robots.txt', 'public/meta/robots.resource.ts'),
  route('site.webmanifest', 'public/meta/manifest.resource.ts'),
  route('speculation-rules.json', 'public/meta/speculation.resource.ts'),
  route('.well-known/security.txt', 'public/meta/security.resource.ts'),
  route('*', 'public/not-found.screen.tsx'),

  // signed in
  layout('member/member.tsx', [
    route('dashboard', 'member/dashboard.screen.tsx', [route('profilo', 'accounts/profile.screen.tsx')]),
    layout('member/account-frame.tsx', [
      route('dashboard/account', 'member/account.screen.tsx'),
      route('dashboard/password', 'accounts/password.screen.tsx'),
      route('dashboard/due-passaggi', 'accounts/two-factor/setup.screen.tsx'),
      route('dashboard/calendario', 'enrolments/feed.screen.tsx'),
      route('dashboard/elimina', 'privacy/delete.screen.tsx'),
    ]),
    route('dashboard/iscrizioni/:enrolment', 'member/enrolment.screen.tsx', [
      route('annulla', 'enrolments/cancel-own.screen.tsx'),
      route('sposta', 'enrolments/move-own.screen.tsx'),
      route('rinvio', 'enrolments/postponement.screen.tsx'),
    ]),
    route('dashboard/accessi', 'accounts/sessions.screen.tsx'),
    route('dashboard/dati.json', 'privacy/download.resource.ts'),
    route('ripresa', 'member/resume.screen.tsx'),
  ]),

  // administrators
  layout('admin/admin.tsx', [
    route('admin', 'admin/overview.screen.tsx', [
      route('courses/:course/elimina', 'courses/editor/delete.screen.tsx'),
      route('courses/:course/iscritti', 'enrolments/admin/roster.screen.tsx'),
      route('courses/:course/pdf', 'documents/brochure.screen.tsx'),
      route('iscrivi', 'enrolments/admin/enrol.screen.tsx'),
    ]),
    ...prefix('admin', [
      route('richieste', 'enrolments/admin/queue.screen.tsx'),
      route('courses/new', 'admin/new-course.screen.tsx'),
      route('courses/:course', 'admin/course.screen.tsx'),
      route('courses/:course/annulla-edizione', 'enrolments/admin/cancel-edition.screen.tsx'),
      route('courses/:course/rinvia', 'enrolments/admin/postpone.screen.tsx'),
      route('courses/:course/conferma', 'enrolments/admin/confirm.screen.tsx'),
      route('courses/:course/messaggio', 'enrolments/admin/message.screen.tsx'),
      route('courses/:course/edizione', 'courses/editor/edition.screen.tsx'),
      route('courses/:course/pubblica', 'courses/editor/publish.resource.ts'),
      route('courses/:course/ripristina', 'courses/editor/restore.resource.ts'),
      route('courses/:course/iscritti/stampa', 'enrolments/admin/roster-print.screen.tsx'),
      route('courses/:course/iscritti.csv', 'enrolments/admin/roster-export.resource.ts'),
      route('courses.csv', 'courses/editor/export.resource.ts'),
      route('iscrivi/suggerimenti', 'enrolments/admin/suggestions.resource.ts'),
      route('documents', 'documents/manage.screen.tsx', [
        route(':document', 'documents/details.screen.tsx'),
        route(':document/elimina', 'documents/delete.screen.tsx'),
      ]),
      route('audit', 'audit/log.screen.tsx', [route(':entry', 'audit/entry.screen.tsx')]),
      route('audit.csv', 'audit/export.resource.ts'),
      route('contacts', 'contacts/admin/list.screen.tsx', [
        route(':contact', 'contacts/admin/contact.screen.tsx'),
      ]),
      route('people', 'accounts/admin/people.screen.tsx', [
        route(':person/due-passaggi', 'accounts/two-factor/remove.screen.tsx'),
      ]),
      route('people/:person', 'admin/person.screen.tsx', [
        route('dati', 'accounts/admin/correct.screen.tsx'),
        route('email', 'accounts/admin/new-email.screen.tsx'),
      ]),
      route('cerca', 'admin/search.screen.tsx'),
      route('people/suggerimenti', 'accounts/admin/suggestions.resource.ts'),
      route('decisioni', 'decisions/list.screen.tsx'),
      route('decisioni/:decision/annulla', 'decisions/undo.resource.ts'),
      route('iscrizioni/:enrolment/annulla', 'enrolments/admin/cancel.screen.tsx'),
      route('iscrizioni/:enrolment/sposta', 'enrolments/admin/transfer.screen.tsx'),
      route('mail', 'admin/mail.screen.tsx'),
      route('stato', 'operations/state.screen.tsx'),
    ]),
  ]),
] satisfies RouteConfig
