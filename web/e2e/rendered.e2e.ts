import { expect } from 'chai';
import type { Checkout, PaymentView } from '#/api/contract/checkout.ts';
import { builtWeb } from '#/scripts/testing/built-web.ts';
import { digitalOffer, physicalOffer } from '#/web/features/checkout/testing/offers.ts';

/** Returns the server's page without its scripts and styles. */
const textOf = async (
  data: Checkout,
  language: 'pt' | 'en' = 'pt',
  query = '',
): Promise<string> => {
  const { render, assets } = await builtWeb();
  const common = { language, query, nonce: 'n', assetTags: assets.checkout };
  const input = { ...common, data, publicUrl: 'https://pague.example' };
  return render.renderCheckoutPage(input).replace(/<script.*?<\/script>|<style.*?<\/style>/gs, '');
};

const byCard: Checkout = { ...digitalOffer, pixEnabled: false, billetEnabled: false };

describe('Server-rendered checkout', () => {
  it('says that an offer without payment methods cannot be paid, and has no pay button', async () => {
    const text = await textOf({ ...byCard, creditCardEnabled: false });
    expect(text).to.include('Esta oferta não pode ser paga agora').and.include('E-book');
    expect(text).to.not.include('<button type="submit"').and.not.include('<form');
    const english = await textOf({ ...byCard, creditCardEnabled: false }, 'en');
    expect(english).to.include('This offer cannot be paid for right now');
  });

  it('says whether card data go straight to the processor or through the server', async () => {
    expect(await textOf(byCard)).to.include('vão do seu navegador direto para o processador');
    const provider = { ...byCard.provider, tokenizerUrl: null };
    const viaServer = await textOf({ ...byCard, provider });
    expect(viaServer).to.include('passam criptografados pelo nosso servidor');
    expect(viaServer).to.not.include('direto para o processador');
  });

  it('shows a subtotal when freight is added, but not for a single digital product', async () => {
    const alone = await textOf({
      ...digitalOffer,
      product: { ...digitalOffer.product, ordersBumps: [] },
    });
    expect(alone).to.not.include('Subtotal').and.not.include('1 unidade');
    expect(await textOf(physicalOffer))
      .to.include('Subtotal')
      .and.include('1 unidade')
      .and.match(/R\$\s24,90, somado com o CEP/);
  });

  it('has Open Graph tags with product, seller and description, escaped as HTML', async () => {
    const product = { ...digitalOffer.product, name: 'Guia "B"', description: 'Como <fazer>' };
    const text = await textOf({ ...digitalOffer, product });
    expect(text)
      .to.include('property="og:title" content="Guia &quot;B&quot;"')
      .and.include('property="og:site_name" content="Editora Aurora"')
      .and.include('property="og:description" content="Como &lt;fazer&gt;"')
      .and.not.include('og:image');
  });

  it('has the absolute URL of the picture in og:image, and no og:image for an unusable one', async () => {
    const { product } = digitalOffer;
    for (const [image, address] of [
      ['https://loja.example/guia.png', 'https://loja.example/guia.png'],
      ['http://loja.example/guia.png', 'http://loja.example/guia.png'],
      ['/files/guia.png', 'https://pague.example/files/guia.png'],
    ] as const) {
      expect(await textOf({ ...digitalOffer, product: { ...product, image } })).to.include(
        `property="og:image" content="${address}"`,
      );
    }
    for (const image of ['data:image/png;base64,AA==', 'https://[']) {
      expect(await textOf({ ...digitalOffer, product: { ...product, image } })).to.not.include(
        'og:image',
      );
    }
  });

  it('preloads its font at the start of the body, not in the head', async () => {
    const text = await textOf(digitalOffer);
    const [head = '', body = ''] = text.split('<body>');
    expect(body).to.match(/^<link rel="preload" as="font"/);
    expect(head).to.not.include('as="font"');
  });

  it('warns when a name from the URL was cut to 30 characters', async () => {
    const query = new URLSearchParams({ nome: 'João Carlos de Albuquerque Neto' }).toString();
    expect(await textOf(digitalOffer, 'pt', query)).to.include('Máximo 30 caracteres');
    const cutEmoji = new URLSearchParams({ nome: `${'a'.repeat(29)}😀` }).toString();
    expect(await textOf(digitalOffer, 'pt', cutEmoji)).to.include('Máximo 30 caracteres');
    expect(await textOf(digitalOffer, 'pt', 'nome=Ana')).to.not.include('Máximo 30 caracteres');
  });
});

const pix: PaymentView = {
  paymentId: 'payment',
  offerId: 'offer',
  title: 'E-book',
  sellerName: 'Editora Aurora',
  lines: [{ kind: 'OFFER', title: 'E-book', amount: 9_700 }],
  subscription: null,
  typeProduct: 'DIGITAL',
  image: null,
  method: 'PIX',
  status: 'PENDING',
  amount: 9_700,
  refundedAmount: 0,
  currency: 'BRL',
  installments: 1,
  pixCode: '000201',
  billetCode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  requestedAt: '2026-01-10T12:00:00.000Z',
  approvedAt: null,
  expiresAt: '2026-01-10T12:30:00.000Z',
  dueOn: null,
  cause: null,
  sandboxPayUrl: null,
  position: '1',
};
const boleto = { ...pix, method: 'BILLET', status: 'CANCELED', pixCode: null } as const;

const paymentText = async (data: PaymentView, language: 'pt' | 'en'): Promise<string> => {
  const { render, assets } = await builtWeb();
  const input = { data, language, query: '', nonce: 'n', assetTags: assets.payment };
  return render.renderPaymentPage(input).replace(/<script.*?<\/script>|<style.*?<\/style>/gs, '');
};

describe('Server-rendered payment page', () => {
  it('shows the product’s picture on an approved payment, and a drawing where there is none', async () => {
    const approved = { ...pix, status: 'APPROVED', approvedAt: pix.requestedAt } as const;
    const image = 'https://loja.example/guia.png';
    const pictured = await paymentText({ ...approved, image }, 'pt');
    expect(pictured).to.include(`<img src="${image}"`);
    const drawn = await paymentText(approved, 'pt');
    expect(drawn).to.not.include('<img');
    expect(drawn.split('<svg').length).to.equal(pictured.split('<svg').length + 1);
  });

  /** What has expired; its payment; the language; the page's title, a part of its text, and its button. */
  const EXPIRED = [
    [
      'a PIX',
      pix,
      'pt',
      'Este PIX expirou',
      'assim que o banco avisar. Se não, gere um novo código.',
      'Gerar novo PIX',
    ],
    [
      'a PIX',
      pix,
      'en',
      'This PIX has expired',
      'If you have already paid, do not pay again: it shows up here as soon as your bank confirms it. If not, get a new code.',
      'Get a new PIX',
    ],
    [
      'a boleto',
      boleto,
      'pt',
      'Este boleto não vale mais',
      'a confirmação leva até 3 dias úteis e aparece aqui. Se não, volte à compra',
      'Gerar novo boleto',
    ],
    [
      'a boleto',
      boleto,
      'en',
      'This bank slip is no longer valid',
      'If you have already paid, do not pay again: it takes up to 3 business days to show up here. If not, go back to the purchase to get another.',
      'Get a new bank slip',
    ],
  ] as const;
  for (const [what, payment, language, title, text, button] of EXPIRED) {
    it(`tells the buyer in ${language} that ${what} has expired, and how to get another`, async () => {
      const html = await paymentText(payment, language);
      expect(html).to.include(`<title>${title} · E-book</title>`);
      expect(html).to.include(text).and.include(button);
    });
  }
});
