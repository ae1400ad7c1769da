import { expect } from 'chai';
import type { Vault } from './personal-data.ts';

const person = { name: 'Maria da Silva', document: '52998224725' };
const maria = { platformId: 'demo', email: 'maria@example.com' };
const mariaInFull = { ...maria, document: '529.982.247-25', phone: '(11) 98765-4321' };

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** @param open opens the same vault, as another process does */
export const vaultContract = (open: () => Promise<Vault>): void => {
  it('decrypts in one process what another process encrypted', async () => {
    const vault = await open();
    const subject = await vault.subjectFor({ ...maria, email: 'Maria@Example.com' });
    const encrypted = await vault.encrypt(subject, 'fiscal', person);
    expect(JSON.stringify(encrypted)).to.not.include('Maria');
    const other = await open();
    expect(await other.decrypt(encrypted)).to.deep.equal(person);
    expect(await other.openMany([encrypted, encrypted])).to.deep.equal([person, person]);
  });

  it('recognises a person by e-mail in any case, per platform', async () => {
    const [oneVault, otherVault] = [await open(), await open()];
    const subjects = await Promise.all([
      oneVault.subjectFor(maria),
      otherVault.subjectFor({ ...maria, email: ' MARIA@example.com' }),
      oneVault.subjectFor({ ...maria, email: 'joao@example.com' }),
      oneVault.subjectFor({ ...maria, platformId: 'other' }),
    ]);
    expect(subjects[0]).to.equal(subjects[1]);
    expect(new Set(subjects).size).to.equal(3);
  });

  it('finds a person by e-mail, document or phone, on their platform only', async () => {
    const vault = await open();
    const subject = await vault.subjectFor(mariaInFull);
    const daughter = await vault.subjectFor({ ...mariaInFull, email: 'filha@example.com' });
    const find = (lookup: object) => vault.find({ platformId: 'demo', ...lookup });
    expect(await find({ email: 'MARIA@example.com' })).to.deep.equal([subject]);
    expect(await find({ document: '52998224725' })).to.have.members([subject, daughter]);
    expect(await find({ phone: '+55 11 98765-4321' })).to.have.members([subject, daughter]);
    expect(await vault.find({ ...mariaInFull, platformId: 'other' })).to.deep.equal([]);
  });

  it('finds a person by another e-mail as well, which may be the own e-mail of someone else', async () => {
    const vault = await open();
    const subject = await vault.subjectFor(maria);
    const other = { platformId: 'demo', email: 'Maria.Nova@example.com' };
    await vault.alsoFindBy(subject, other);
    await vault.alsoFindBy(subject, other);
    expect(await vault.find(other)).to.deep.equal([subject]);
    const stranger = await vault.subjectFor(other);
    expect(stranger).to.not.equal(subject);
    expect(await (await open()).find(other)).to.have.members([subject, stranger]);
    await vault.destroy([{ subject, class: 'contact' }]);
    expect(await vault.find(other)).to.deep.equal([stranger]);
  });

  it('finds no person by the placeholder phone of people without a phone', async () => {
    const vault = await open();
    await vault.subjectFor({ ...maria, phone: '11900000000' });
    for (const phone of ['11900000000', '+55 (11) 90000-0000']) {
      expect(await vault.find({ platformId: 'demo', phone })).to.deep.equal([]);
    }
  });

  it('creates one key when three processes encrypt for the same person at once', async () => {
    const vaults = await Promise.all([open(), open(), open()]);
    const subjects = await Promise.all(vaults.map((each) => each.subjectFor(maria)));
    const [subject = ''] = subjects;
    const texts = await Promise.all(vaults.map((each) => each.encrypt(subject, 'contact', person)));
    for (const each of vaults) {
      expect(await each.openMany(texts)).to.deep.equal([person, person, person]);
    }
  });

  it('encrypts equal data differently each time, and bound to its data class', async () => {
    const vault = await open();
    const subject = await vault.subjectFor(maria);
    const [one, two] = [
      await vault.encrypt(subject, 'fiscal', person),
      await vault.encrypt(subject, 'fiscal', person),
    ];
    expect(one.ciphertext).to.not.equal(two.ciphertext);
    expect(await failure(vault.decrypt({ ...one, class: 'contact' }))).to.be.instanceOf(Error);
  });

  it('neither decrypts nor finds by the data of a class whose key was destroyed', async () => {
    const vault = await open();
    const subject = await vault.subjectFor(mariaInFull);
    const fiscal = await vault.encrypt(subject, 'fiscal', person);
    const contact = await vault.encrypt(subject, 'contact', maria);
    const contactKey = [{ subject, class: 'contact' }] as const;
    await vault.destroy(contactKey);
    await vault.destroy(contactKey);
    for (const each of [vault, await open()]) {
      expect(await each.decrypt(contact)).to.equal(undefined);
      expect(await each.decrypt(fiscal)).to.deep.equal(person);
      expect(await each.find(maria)).to.deep.equal([]);
      expect(await each.find({ platformId: 'demo', phone: mariaInFull.phone })).to.deep.equal([]);
      expect(
        await each.find({ platformId: 'demo', document: mariaInFull.document }),
      ).to.have.length(1);
    }
    expect(await failure(vault.encrypt(subject, 'contact', maria))).to.be.instanceOf(Error);
    await vault.destroy([{ subject, class: 'fiscal' }]);
    expect(await vault.decrypt(fiscal)).to.equal(undefined);
    expect(await vault.find({ platformId: 'demo', document: mariaInFull.document })).to.deep.equal(
      [],
    );
    expect(await vault.subjectFor(mariaInFull)).to.not.equal(subject);
  });

  it('lists no destroyed key as one that exists again', async () => {
    const vault = await open();
    const subject = await vault.subjectFor(maria);
    const keys = [
      { subject, class: 'contact' },
      { subject, class: 'fiscal' },
    ] as const;
    await vault.destroy([keys[0]]);
    expect(await vault.survivors(keys)).to.deep.equal([keys[1]]);
  });

  it('encrypts a file under its storage name, with the key of the texts', async () => {
    const vault = await open();
    const key = { subject: await vault.subjectFor(maria), class: 'fiscal' } as const;
    const file = Buffer.from('a scan of a document');
    const bytes = await vault.encryptBytes(key, file, 'uploads/1');
    const other = await open();
    expect(bytes.includes(file)).to.equal(false);
    expect(await other.decryptBytes(key, bytes, 'uploads/1')).to.deep.equal(file);
    expect(await failure(other.decryptBytes(key, bytes, 'uploads/2'))).to.be.instanceOf(Error);
    await vault.destroy([key]);
    expect(await vault.decryptBytes(key, bytes, 'uploads/1')).to.equal(undefined);
    expect(await failure(vault.encryptBytes(key, file, 'uploads/1'))).to.be.instanceOf(Error);
  });

  it('gives a word one token on a platform, and other tokens to another kind and on another platform', async () => {
    const [vault, other] = [await open(), await open()];
    const word = { kind: 'word', text: 'maria' } as const;
    const [token] = vault.tokens('demo', [word]);
    expect(other.tokens('demo', [word, { ...word, kind: 'email' }])[0]).to.equal(token);
    const others = [
      ...vault.tokens('demo', [{ ...word, kind: 'email' }]),
      ...vault.tokens('other', [word]),
    ];
    expect(new Set([token, ...others]).size).to.equal(3);
  });
};
