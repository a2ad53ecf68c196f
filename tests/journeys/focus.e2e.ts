import type { Page } from '@playwright/test'
import { DEMO_ACCOUNTS, expect, running, signIn, test, toasts } from './site'

const COURSE = 'marketing-strategico-e-vendite-4-0'

/** Sticky bars. */
const BARS = '.buy-bar, .dock'

/** Runs in the browser. The bar's height, and what it covers. */
function beneath(bars: string) {
  const bar = document.querySelector(bars)
  const focused = document.activeElement
  const box = bar?.getBoundingClientRect()
  const lies = bar && box && box.height > 0 && ['fixed', 'sticky'].includes(getComputedStyle(bar).position)
  const place = focused?.getBoundingClientRect()
  // Of a large field the browser shows the line of the caret.
  const seen = place && place.top + Math.min(place.height, 44)
  const isBeside = lies && place && (place.right <= box.left || place.left >= box.right)
  const isCovered =
    lies &&
    place &&
    seen &&
    !isBeside &&
    !bar.contains(focused) &&
    seen > box.top + 1 &&
    place.top < box.bottom
  return {
    end: focused === document.body,
    part: lies ? box.height / window.innerHeight : 0,
    covered: isCovered ? focused?.outerHTML.slice(0, 120) : undefined,
  }
}

/** Presses Tab through the page. */
async function walk(page: Page, address: string) {
  await page.goto(address)
  const covered: string[] = []
  let [stops, part] = [0, 0]
  for (; stops < 120; stops++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(beneath, BARS)
    if (found.end) break
    part = Math.max(part, found.part)
    if (found.covered) covered.push(found.covered)
  }
  return { stops, part, covered }
}

const SIZES = [
  { width: 320, height: 256 },
  { width: 360, height: 640 },
  { width: 640, height: 320 },
  { width: 800, height: 530 },
]

for (const size of SIZES)
  test(`at ${size.width}×${size.height} the focus is never beneath a bar, which takes a fifth of the height at most`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    const course = await walk(page, `/corsi/${COURSE}`)
    expect(course).toMatchObject({ covered: [] })
    expect(course.stops).toBeGreaterThan(15)
    expect(course.part).toBeLessThanOrEqual(0.2)
    await expect(page.getByRole('button', { name: /^Iscriviti ora/ }).first()).toBeVisible()

    await signIn(page, DEMO_ACCOUNTS.member)
    const coursePage = await walk(page, `/corsi/${COURSE}`)
    expect(coursePage).toMatchObject({ covered: [] })
    expect(coursePage.part).toBeLessThanOrEqual(0.2)

    await page.context().clearCookies()
    await signIn(page, DEMO_ACCOUNTS.admin)
    const form = await walk(page, `/admin/courses/${COURSE}`)
    expect(form).toMatchObject({ covered: [] })
    // A phone shows one section of the form.
    expect(form.stops).toBeGreaterThan(size.width < 768 ? 12 : 30)
    expect(form.part).toBeLessThanOrEqual(0.2)
  })

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
])
  test(`at ${size.width}×${size.height} the focus is never beneath the bar of a comparison`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/corsi')
    await page
      .getByRole('link', { name: /^Confronta: / })
      .first()
      .click()
    await expect(page.locator('.compare-bar')).toBeInViewport({ ratio: 1 })
    const covered: string[] = []
    for (let stop = 0; stop < 60; stop++) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate(beneath, '.compare-bar')
      if (found.covered) covered.push(found.covered)
      if (found.end) break
    }
    expect(covered).toEqual([])
  })

test('a chip that is reached with the keyboard is seen whole', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin')
  await running(page)
  const chips = page.getByRole('navigation', { name: 'Mostra' }).getByRole('link')
  await chips.first().focus()
  for (const chip of (await chips.all()).slice(1)) {
    await page.keyboard.press('Tab')
    await expect(chip).toBeFocused()
    await expect(chip).toBeInViewport({ ratio: 0.95 })
  }
})

test('each link of the price card can be reached in a window lower than the card', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`/corsi/${COURSE}`)
  const links = await page.locator('.price-card').locator('a:visible, summary').all()
  expect(links.length).toBeGreaterThan(2)
  for (const link of links) {
    await link.focus()
    await expect(link).toBeInViewport({ ratio: 0.95 })
  }
  expect(await page.evaluate(() => window.scrollY)).toBeLessThan(400)
})

test('each place of the office can be reached in a window lower than its column', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin')
  const places = await page.locator('.office-nav').locator('a:visible').all()
  expect(places.length).toBeGreaterThan(8)
  for (const place of places) {
    await place.focus()
    await expect(place).toBeInViewport({ ratio: 0.95 })
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a fold stays open while one types in it, ticks in it, or closes its question', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/impostazioni/email')
  await running(page)
  const letter = page.locator('.letters details').first()
  await letter.locator('summary').click()
  const subject = letter.getByLabel('Oggetto')
  const stored = await subject.inputValue()
  await subject.fill('')
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await subject.focus()
  await page.keyboard.type(stored.slice(0, 3))
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(subject).toBeFocused()
  await expect(subject).toHaveValue(stored.slice(0, 3))

  await page.goto('/admin')
  await running(page)
  const pending = page.locator('details.pending-strip')
  await pending.locator('summary').first().click()
  const reject = pending.getByRole('link', { name: /^Rifiuta…/ }).first()
  await reject.click()
  await page.getByRole('dialog').getByRole('link', { name: 'Chiudi' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(pending).toHaveAttribute('open')
  await expect(reject).toBeFocused()
})

test('a search of a list keeps the focus, and says how many it found', async ({ page }) => {
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/people')
  await running(page)
  const field = page.getByRole('searchbox', { name: 'Nome, telefono, email o azienda' })
  await field.fill('nessunochesichiamacosì')
  await field.press('Enter')
  await expect(page.getByText('Nessun risultato per «nessunochesichiamacosì»')).toBeAttached()
  await expect(field).toBeFocused()
  await page.goBack()
  await expect(field).toHaveValue('')
})

test('with letters twice as large no bar takes more than a fifth of a phone, and no price is broken', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const enlarge = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await page.goto('/corsi')
  await page
    .getByRole('link', { name: /^Confronta: / })
    .first()
    .click()
  await expect(page.locator('.compare-bar')).toBeVisible()
  await enlarge()
  await expect(page.locator('.compare-bar')).not.toBeInViewport()
  const lines = await page
    .locator('.card-price b')
    .evaluateAll((prices) => prices.map((price) => price.getClientRects().length))
  expect(new Set(lines)).toEqual(new Set([1]))
  const button = page.locator('.compare-bar .button')
  await button.focus()
  await expect(button).toBeInViewport({ ratio: 1 })
  const { height } = (await page.locator('.compare-bar').boundingBox()) ?? { height: 0 }
  expect(height).toBeLessThan(350)
  await page.goto(`/corsi/${COURSE}`)
  await enlarge()
  await expect(page.locator('.buy-bar')).toBeHidden()
  const priceLines = await page.locator('.price-big').evaluate((price) => {
    const amount = document.createRange()
    amount.selectNodeContents(price.firstChild ?? price)
    return new Set([...amount.getClientRects()].map(({ top }) => top)).size
  })
  expect(priceLines).toBe(1)
  await expect(page.locator('.price-card').getByRole('button', { name: 'Iscriviti ora' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})

/** Runs in the browser: what of the page a toast lies over. */
function beneathToasts() {
  const boxes = [...document.querySelectorAll('.toast, .message-bar')].map((toast) =>
    toast.getBoundingClientRect(),
  )
  const content = document.querySelectorAll(
    'main :is(h1, h2, h3, p, a, label, input, select, textarea, button)',
  )
  return [...content]
    .filter((element) => !element.closest('.toasts') && element.checkVisibility())
    .filter((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return boxes.some((box) => top < box.bottom && bottom > box.top && left < box.right && right > box.left)
    })
    .map((element) => element.outerHTML.slice(0, 120))
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`at ${size.width}×${size.height} a message covers nothing, and leaves once it is read`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.clock.install()
    await page.request.post(`/corsi/${COURSE}/iscrizione`, { maxRedirects: 0 })
    await page.goto('/auth')
    await expect(page.locator('.toast, .message-bar')).toContainText('Accesso richiesto')
    expect(await page.evaluate(beneathToasts)).toEqual([])

    const { email, password } = DEMO_ACCOUNTS.admin
    await page.request.post('/auth', { form: { email, password }, maxRedirects: 0 })
    await page.goto('/admin')
    const message = page.locator('.toast, .message-bar')
    await expect(message).toContainText('Login effettuato')
    // In the office it stands in the flow, at the end of the page.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect(await page.evaluate(beneathToasts)).toEqual([])
    await message.hover()
    await page.clock.runFor(30_000)
    await expect(message).toBeVisible()
    await page.mouse.move(200, 600)
    await page.clock.runFor(30_000)
    await expect(message).toHaveCount(0)
  })

test('an error stays, beside its fields and never over them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.clock.install()
  await signIn(page, DEMO_ACCOUNTS.admin)
  await page.goto('/admin/courses/new')
  await page.getByRole('button', { name: 'Crea Corso' }).click()
  const message = page.locator('.toast-destructive, .message-bar-destructive')
  await expect(message).toContainText('Errore di validazione')
  await page.clock.runFor(60_000)
  await expect(message).toHaveCount(1)
  for (const field of await page.locator('[aria-invalid="true"]').all()) {
    await field.focus()
    expect(await page.evaluate(beneath, '.dock')).toMatchObject({ covered: undefined })
  }
})

/** Runs in the browser: what stays in view and is taller than a fifth of the height. Dialogs may fill the screen. */
function tallBars() {
  const stays = (element: Element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position)
  return [...document.querySelectorAll('body *:not(dialog *, dialog)')]
    .filter((element) => stays(element) && element.getBoundingClientRect().height > window.innerHeight / 5)
    .map((element) => element.outerHTML.slice(0, 120))
}

test('at a zoom of 400 % nothing that stays in view takes more than a fifth of the height', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const look = async (address: string) => {
    await page.goto(address)
    expect.soft(await page.evaluate(tallBars), address).toEqual([])
  }
  const course = `/corsi/${COURSE}`
  for (const address of ['/', '/corsi', course, '/chi-siamo', '/contatti', '/privacy-policy', '/auth'])
    await look(address)

  await page.request.post(`${course}/iscrizione`, { maxRedirects: 0 })
  await look('/auth')
  await expect(toasts(page)).toContainText('Per iscriverti a questo corso devi accedere o registrarti')
  await expect(page.getByRole('link', { name: 'Chiudi: Accesso richiesto' })).toBeInViewport({ ratio: 1 })

  const { email, password } = DEMO_ACCOUNTS.admin
  await page.request.post('/auth', { form: { email, password }, maxRedirects: 0 })
  await look('/admin')
  await expect(toasts(page)).toContainText('Login effettuato')
  const pages = [
    'oggi',
    'richieste',
    'documents',
    'audit',
    'people',
    'contacts',
    'mail',
    'stato',
    `courses/${COURSE}`,
  ]
  for (const address of ['/dashboard', ...pages.map((path) => `/admin/${path}`)]) await look(address)
})

test('a phone shows price and button in a bar', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`/corsi/${COURSE}`)
  await expect(page.locator('.buy-bar')).toBeInViewport({ ratio: 1 })
})
