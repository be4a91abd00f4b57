/** Effects of programs that log in to other machines, copy between them, send mail and handle keys. */
import type { ProgramFamily } from "../entry.ts";

export const transfer: ProgramFamily = () => ({
  ssh: `
    # ssh(1), OpenSSH 10.6; the words after the host are joined and read by a shell there
    posix
    -4 -6 -A -a -C -G -g -K -k -n -q -s -T -t -v -X -x -Y -y -Z
    -B= -b= -c= -e= -l= -m= -P= -p= -Q= -S= -w=
    -i= read
    -E= write
    -f -M -N changes
    -O= changes
    -D= -L= -R= -W= connects
    -J= host
    -I= runs
    -F= read caution
    -o= caution
    -V quiet
    always changes connects
    operands host run*
  `,
  "mosh autossh sshuttle dbclient": `
    # mosh(1), autossh(1): they start ssh
    posix
    -*
    -p= -P= -M= -r= -x= -l= -i= -L= -R= -D=
    --ssh= --client= --server= -e= run
    always changes connects runs
    operands host none*
  `,
  scp: `
    # scp(1), OpenSSH 10.6; HOST:PATH is judged as a path too
    posix
    -3 -4 -6 -A -B -C -O -p -q -R -r -T -v
    -c= -l= -P= -X=
    -i= read
    -D= -S= exec
    -J= host
    -F= read caution
    -o= caution
    always changes connects
    operands read-below* write-below
  `,
  sftp: `
    # sftp(1), OpenSSH 10.6; the commands come from the standard input or a file
    posix
    -4 -6 -A -a -C -f -N -p -q -r -v
    -B= -c= -l= -P= -R= -X= -s=
    -i= -b= read
    -D= -S= exec
    -J= host
    -F= read caution
    -o= caution
    always changes connects
    operands host write-below
  `,
  "ssh-copy-id ssh-import-id": `
    # ssh-copy-id(1), OpenSSH 10.6
    posix
    -f -n -s -x
    -p= -t=
    -i= read
    -o= -F= caution
    -h quiet
    always changes connects
    operands host
  `,
  "ssh-keyscan": `
    # ssh-keyscan(1), OpenSSH 10.6
    posix
    -4 -6 -c -D -H -q -v
    -O= -p= -T= -t=
    -f= read
    operands host*
  `,
  "ssh-keygen": `
    # ssh-keygen(1), OpenSSH 10.6; without another mode it writes a key
    gnu
    -g -h -q -U -v
    -a= -b= -C= -E= -I= -m= -N= -n= -O= -P= -r= -t= -V= -Z= -z= -M=
    -l -y -e -i -L -B -Q turns:-f=read
    -F= turns:-f=read
    -A -c -H -K -k -p -u changes
    -R= changes
    -s= read changes
    -D= -w= runs
    -Y= changes
    -f= write
    operands read*
  `,
  "ssh-add": `
    # ssh-add(1), OpenSSH 10.6; -l and -L only list, and count as a change here
    gnu
    -c -C -D -d -K -k -l -L -N -P -Q -q -v -X -x
    -E= -h= -t=
    -T read
    -H= read
    -S= -e= -s= runs
    always changes
    operands read*
  `,
  rsync: `
    # rsync --help, rsync 3.5.1; HOST:PATH is judged as a path too
    gnu exact negatable
    -0 -4 -6 -8 -a -A -b -C -c -d -D -E -F -g -H -h -I -i -J -k -K -l -L -m -N -o -O -p -P -q -r -R -s -S -t -u -U -v -W
    -x -X -y -z --8-bit-output --acls --append --append-verify --archive --atimes --backup --blocking-io --checksum
    --compress --copy-dirlinks --copy-links --copy-unsafe-links --crtimes --cvs-exclude --delay-updates --del --delete
    --delete-after --delete-before --delete-delay --delete-during --delete-excluded --delete-missing-args --devices
    --dirs --executability --existing --fake-super --force --from0 --fsync --fuzzy --group --hard-links --human-readable
    --ignore-errors --ignore-existing --ignore-missing-args --ignore-non-existing --ignore-times --inc-recursive
    --inplace --insecure-links --ipv4 --ipv6 --itemize-changes --keep-dirlinks --links --mkpath --munge-links
    --numeric-ids --old-args --omit-dir-times --omit-link-times --one-file-system --open-noatime --owner --partial
    --perms --preallocate --progress --prune-empty-dirs --quiet --recursive --relative --safe-links --secluded-args
    --size-only --sparse --specials --stats --super --times --trust-sender --update --verbose --whole-file
    --write-devices --xattrs --no-implied-dirs --no-motd
    -@= -B= -f= --address= --block-size= --bwlimit= --checksum-choice= --checksum-seed= --chmod= --chown=
    --compress-choice= --compress-level= --contimeout= --copy-as= --debug= --exclude= --filter= --groupmap= --iconv=
    --include= --info= --log-file-format= --max-alloc= --max-delete= --max-size= --min-size= --modify-window=
    --out-format= --outbuf= --port= --protocol= --skip-compress= --sockopts= --stderr= --stop-after= --stop-at=
    --suffix= --timeout= --usermap=
    --early-input= --exclude-from= --files-from= --include-from= --password-file= --read-batch= --config= read
    --compare-dest= --copy-dest= --link-dest= list
    --log-file= --only-write-batch= --write-batch= write
    -T= --backup-dir= --partial-dir= --temp-dir= write-below
    --remove-source-files operands:write-below*
    -n --dry-run --list-only operands:read-below*
    -e= --rsh= exec
    -M= --remote-option= --rsync-path= caution
    --daemon --server changes runs
    -V --help --version quiet
    operands read-below* write-below
  `,
  rclone: `
    # rclone help, rclone 1.75; REMOTE:PATH is judged as a path too
    gnu exact anywhere
    -n -P -q -v -i --dry-run --progress --quiet --interactive --fast-list --human-readable --immutable --ignore-existing
    --include= --exclude= --filter= --max-age= --min-age= --max-size= --min-size= --max-depth= --bwlimit= --transfers=
    --checkers= --log-level= --retries= --stats= --timeout= --tpslimit= --user-agent=
    --config= --exclude-from= --filter-from= --include-from= --files-from= read
    --log-file= --combined= --differ= --error= --match= --missing-on-dst= --missing-on-src= --dest-after= write
    --cache-dir= --temp-dir= --backup-dir= write-below
    --password-command= --metadata-mapper= runs
    --rc changes
    -h -V --help --version quiet
    sub ls,lsl,lsd,lsf,lsjson,size,tree,about,ncdu,cat,check,checksum,cryptcheck,hashsum,md5sum,sha1sum connects
    operands read-below*
    sub help,version,listremotes,completion
    sub copy,copyto,sync,bisync connects changes
    operands read-below* write-below
    sub move,moveto connects changes
    operands write-below* write-below
    sub copyurl changes
    -a --auto-filename --no-clobber
    operands fetch write
    sub delete,deletefile,purge,rmdir,rmdirs,cleanup,dedupe,mkdir,touch,rcat,settier connects changes
    operands write-below*
    sub mount,serve,rc,rcd,config,authorize,link,obscure,backend,selfupdate,test,convmv,gui connects changes runs
    sub gitannex connects changes runs
  `,

  // Mail.
  "mail mailx s-nail mutt neomutt sendmail msmtp ssmtp swaks mhsend": `
    # mail --help, mailutils 3.21; msmtp --help, msmtp 1.8
    gnu
    -*
    -s= -r= -c= -b= -f= -u= -S= -R= -N= --subject= --from= --return-address= --append= --content-type= --account=
    --host= --port= --to= --server=
    -a= -A= -i= -C= --attach= --file= read
    -X= --logfile= write
    -E= -e= --exec= --passwordeval= runs
    --help --version quiet
    always changes connects runs
  `,

  // Keys and secrets.
  openssl: `
    # openssl list -commands and -help of each command, OpenSSL 3.6; option names are the same in all of them
    single anywhere
    -*
    -algorithm= -addext= -alpn= -attime= -bits= -caname= -certform= -certopt= -checkend= -checkhost= -checkip=
    -checkemail= -cipher= -ciphersuites= -curve= -curves= -days= -ext= -extensions= -form= -groups= -hmac= -inform=
    -iter= -iv= -k= -K= -keyform= -mac= -macopt= -max_protocol= -md= -min_protocol= -name= -nameopt= -newkey=
    -not_after= -not_before= -outform= -pass= -passin= -passout= -password= -pkeyopt= -port= -purpose= -reqexts=
    -reqopt= -rsigopt= -S= -section= -servername= -set_serial= -sigalgs= -sigopt= -starttls= -subj= -verify_depth=
    -verify_hostname= -xoflen= -caform= -keyopt= -propquery= -provparam= -rounds= -salt_len= -strparse= -offset=
    -length= -oid= -dateopt=
    -in= -inkey= -key= -cert= -CA= -CAkey= -CAfile= -certfile= -chainCAfile= -config= -extfile= -kfile= -paramfile= read
    -signature= -sigfile= -signkey= -sign= -verify= -prverify= -untrusted= -trusted= -CRL= -CRLfile= -content= read
    -peerkey= -pubin_key= -rand= -recip= -force_pubkey= -sess_in= -early_data= -psk_session= -requestCAfile= read
    -cert_chain= -data= -secretkey= -batch_in= read
    -CApath= read-below
    -out= -keyout= -outpubkey= -writerand= -CAserial= -sess_out= -keylogfile= -msgfile= -respout= -reqout= write
    -text_out= write
    -CAcreateserial changes
    -engine= -keygen_engine= -ssl_client_engine= -provider= -provider-path= -ssl_config= runs
    -connect= -host= -proxy= -unix= host
    -url= -server= fetch
    sub version,help,list,ciphers,errstr,info,speed,prime,passwd,rand,engine,kdf
    sub x509,req,rsa,dsa,ec,pkey,pkeyparam,pkeyutl,rsautl,genrsa,gendsa,genpkey,dsaparam,dhparam,ecparam,pkcs7,pkcs8
    sub pkcs12
    sub crl,crl2pkcs7,asn1parse,verify,cms,smime,nseq,sess_id,spkac,storeutl,ts,enc,mac,skeyutl,base64,configutl,ocsp
    operands read*
    sub dgst,md5,sha1,sha256,sha384,sha512,sha3-256,blake2b512
    operands read*
    sub s_client,s_time connects
    operands host
    sub s_server,ca,rehash,cmp,srp,fipsinstall changes connects
  `,
  "gpg gpg2 gpgv": `
    # gpg --dump-options, GnuPG 2.4; without a command the file decides what happens
    gnu
    -k -K --list-keys --list-public-keys --list-signatures --list-sigs --check-signatures --check-sigs operands:none*
    --list-secret-keys --fingerprint --export --export-ssh-key --export-ownertrust --list-config operands:none*
    --card-status --check-trustdb --gen-random operands:none*
    -a -q -v -t -z -h --armor --batch --yes --no --quiet --verbose --no-tty --with-colons --with-fingerprint
    --with-keygrip --with-subkey-fingerprint --with-secret --fixed-list-mode --textmode --no-default-keyring
    --no-options --always-trust --dry-run --list-only --show-session-key --list-packets --show-keys --print-md
    --print-mds
    --list-options= -r= -R= -u= --recipient= --hidden-recipient= --local-user= --default-key= --trust-model=
    --keyid-format= --cipher-algo= --digest-algo= --compress-algo= --pinentry-mode= --status-fd= --passphrase-fd=
    --logger-fd= --command-fd= --passphrase= --export-options= --import-options= --verify-options= --keyserver-options=
    --set-filename= --comment= --max-output= --s2k-mode= --encrypt-to= --group= --sender=
    --keyring= --primary-keyring= --secret-keyring= --trustdb-name= --options= --passphrase-file= --recipient-file= read
    --command-file= read
    --homedir= read-below
    -o= --output= --status-file= --log-file= --logger-file= --attribute-file= write
    --agent-program= --dirmngr-program= --keyboxd-program= --photo-viewer= --exec-path= runs
    --export-secret-keys --export-secret-subkeys --export-secret-ssh-key caution operands:none*
    -d --decrypt --verify operands:read*
    -b -c -e -s --sign --clear-sign --clearsign --detach-sign --encrypt --symmetric --store --dearmor --enarmor changes
    --decrypt-files --encrypt-files --multifile --use-embedded-filename --import --fast-import changes
    --import-ownertrust --delete-keys --delete-secret-keys --delete-secret-and-public-keys --gen-key changes
    --generate-key --full-generate-key --full-gen-key --quick-generate-key --quick-gen-key --quick-add-key changes
    --quick-add-uid --quick-set-expire --quick-sign-key --quick-lsign-key --quick-revoke-uid changes operands:none*
    --gen-revoke --generate-revocation --sign-key --lsign-key --edit-key --change-passphrase changes operands:none*
    --passwd --edit-card --card-edit --change-pin --update-trustdb --fix-trustdb changes operands:none*
    --rebuild-keydb-caches --server changes operands:none*
    --send-keys --recv-keys --receive-keys --search-keys --refresh-keys --fetch-keys changes connects operands:none*
    --locate-keys --locate-external-keys --auto-key-retrieve changes connects operands:none*
    --keyserver= fetch
    --help --version --dump-options --warranty quiet
    operands read*
  `,
  "age rage": `
    # age --help, age 1.3
    gnu exact
    -a -d -e -p --armor --decrypt --encrypt --passphrase
    -r= -j= --recipient=
    -i= -R= --identity= --recipients-file= read
    -o= --output= write
    -h --help --version quiet
    operands read
  `,
  "age-keygen rage-keygen": `
    # age-keygen --help, age 1.3: prints or writes a secret key
    gnu exact
    -y --pq
    -o= --output= write
    --version --help quiet
    operands read
  `,
  sops: `
    # cmd/sops/main.go of sops 3, 2026; without a command it opens the file in an editor
    gnu exact anywhere
    --verbose --ignore-mac --disable-version-check --mac-only-encrypted
    -k= -p= -a= --kms= --pgp= --age= --gcp-kms= --azure-kv= --hc-vault-transit= --extract= --input-type= --output-type=
    --indent= --set= --keyservice= --decryption-order= --encrypted-regex= --unencrypted-regex= --encrypted-suffix=
    --filename-override= --encryption-context= --aws-profile=
    --config= read
    --output= write
    -d -e -s --decrypt --encrypt --show-master-keys caution
    -i -r --in-place --rotate changes
    -h -v --help --version quiet
    sub decrypt,d,filestatus connects
    -i --in-place operands:write
    operands read
    sub encrypt,e,rotate,r,set,unset,updatekeys,edit connects changes
    operands write none*
    sub exec-env,exec-file connects runs
    --no-fifo --background --pristine --same-process
    --user= --filename=
    operands read run
    sub publish,groups,keyservice connects changes
  `,
  "pass gopass vault bw lpass secret-tool": `
    # pass(1), vault -h, secret-tool(1): they show or change stored secrets
    gnu exact
    -*
    -h --help --version quiet
    always caution
  `,
});
