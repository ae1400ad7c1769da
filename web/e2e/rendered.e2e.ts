import { expect } from 'chai';
import type { Checkout } from '#/api/contract/checkout.ts';
import { builtWeb } from '#/scripts/testing/built-web.ts';
import { digitalOffer, physicalOffer } from '#/web/features/checkout/testing/offers.ts';

/** What a checkout's page says before any script runs. */
const textOf = async (
  data: Checkout,
  language: 'pt' | 'en' = 'pt',
  query = '',
): Promise<string> => {
  const { render, assets } = await builtWeb();
  const asked = { data, language, query, nonce: 'n', assetTags: assets.checkout };
  return render.renderCheckoutPage(asked).replace(/<script.*?<\/script>|<style.*?<\/style>/gs, '');
};

const byCard: Checkout = { ...digitalOffer, pixEnabled: false, billetEnabled: false };

describe('the checkout’s document', () => {
  it('says that an offer has no way to be paid, and has no button that pays', async () => {
    const text = await textOf({ ...byCard, creditCardEnabled: false });
    expect(text).to.include('Esta oferta não pode ser paga agora').and.include('E-book');
    expect(text).to.not.include('<button type="submit"').and.not.include('<form');
    const english = await textOf({ ...byCard, creditCardEnabled: false }, 'en');
    expect(english).to.include('This offer cannot be paid for right now');
  });

  it('says which way the card’s data go', async () => {
    expect(await textOf(byCard)).to.include('vão do seu navegador direto para o processador');
    const provider = { ...byCard.provider, tokenizerUrl: null };
    const through = await textOf({ ...byCard, provider });
    expect(through).to.include('passam criptografados pelo nosso servidor');
    expect(through).to.not.include('direto para o processador');
  });

  it('says a price once where there is nothing to add up', async () => {
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

  it('tells chats what a link to it sells', async () => {
    const product = { ...digitalOffer.product, name: 'Guia "B"', description: 'Como <fazer>' };
    const text = await textOf({ ...digitalOffer, product });
    expect(text)
      .to.include('property="og:title" content="Guia &quot;B&quot;"')
      .and.include('property="og:site_name" content="Editora Aurora"')
      .and.include('property="og:description" content="Como &lt;fazer&gt;"')
      .and.not.include('og:image');
    const image = 'https://loja.example/guia.png';
    expect(await textOf({ ...digitalOffer, product: { ...product, image } })).to.include(
      `property="og:image" content="${image}"`,
    );
  });

  it('says already there that a name from the address is full', async () => {
    const query = new URLSearchParams({ nome: 'João Carlos de Albuquerque Neto' }).toString();
    expect(await textOf(digitalOffer, 'pt', query)).to.include('Máximo 30 caracteres');
    expect(await textOf(digitalOffer, 'pt', 'nome=Ana')).to.not.include('Máximo 30 caracteres');
  });
});
