/** What programs that move files between machines, encrypt them or edit them on a screen do. */
import type { Programs } from "./entry.ts";

export const transfer: Programs = {
  curl: `
    # curl 7.88.1, --help all; curl takes unique prefixes of long options up to 8.9
    gnu
    --anyauth -a --append --basic --cert-status --compressed --compressed-ssh --crlf --digest -q --disable
    --disable-eprt --disable-epsv --disallow-username-in-url --doh-cert-status --doh-insecure -f --fail --fail-early
    --fail-with-body --false-start --form-escape --ftp-create-dirs --ftp-pasv --ftp-pret --ftp-skip-pasv-ip
    --ftp-ssl-ccc --ftp-ssl-control -G --get -g --globoff --haproxy-protocol -I --head --http0.9 -0 --http1.0
    --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --ignore-content-length -i --include -k --insecure
    -4 --ipv4 -6 --ipv6 -j --junk-session-cookies -l --list-only -L --location --location-trusted
    --mail-rcpt-allowfails --metalink --negotiate -: --next --no-alpn -N --no-buffer --no-clobber --no-keepalive
    --no-npn --no-progress-meter --no-sessionid --ntlm --ntlm-wb -Z --parallel --parallel-immediate --path-as-is
    --post301 --post302 --post303 -# --progress-bar --proxy-anyauth --proxy-basic --proxy-digest --proxy-insecure
    --proxy-negotiate --proxy-ntlm --proxy-ssl-allow-beast --proxy-ssl-auto-client-cert --proxy-tlsv1 -p
    --proxytunnel --raw -R --remote-time --remove-on-error --retry-all-errors --retry-connrefused --sasl-ir -S
    --show-error -s --silent --socks5-basic --socks5-gssapi --socks5-gssapi-nec --ssl --ssl-allow-beast
    --ssl-auto-client-cert --ssl-no-revoke --ssl-reqd --ssl-revoke-best-effort -2 --sslv2 -3 --sslv3 --styled-output
    --suppress-connect-headers --tcp-fastopen --tcp-nodelay --tftp-no-options -1 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2
    --tlsv1.3 --tr-encoding --trace-time --trace-ids -B --use-ascii -v --verbose --xattr
    --aws-sigv4= --cert-type= --ciphers= --connect-timeout= -C --continue-at= --create-file-mode= --curves=
    --delegation= --dns-interface= --dns-ipv4-addr= --dns-ipv6-addr= --expect100-timeout= --ftp-account=
    --ftp-alternative-to-user= --ftp-method= --ftp-ssl-ccc-mode= --happy-eyeballs-timeout-ms= --hostpubmd5=
    --hostpubsha256= --interface= --keepalive-time= --key-type= --krb= --limit-rate= --local-port= --login-options=
    --mail-auth= --mail-from= --mail-rcpt= --max-filesize= --max-redirs= -m --max-time= --noproxy= --oauth2-bearer=
    --parallel-max= --pass= --proto= --proto-default= --proto-redir= --proxy-cert-type= --proxy-ciphers=
    --proxy-key-type= --proxy-pass= --proxy-service-name= --proxy-tls13-ciphers= --proxy-tlsauthtype=
    --proxy-tlspassword= --proxy-tlsuser= -U --proxy-user= -r --range= --rate= -e --referer= --request-target= --retry=
    --retry-delay= --retry-max-time= --sasl-authzid= --service-name= --socks5-gssapi-service= -Y --speed-limit= -y
    --speed-time= --tftp-blksize= -z --time-cond= --tls-max= --tls13-ciphers= --tlsauthtype= --tlspassword= --tlsuser=
    -u --user= -A --user-agent= --proxy-header= --variable=
    -n --netrc --netrc-optional caution
    -w --write-out= at
    -H --header= --url-query= at
    -d --data= --data-ascii= --data-binary= --data-urlencode= --json= -F --form= at changes
    --data-raw= --form-string= changes
    -X --request= method
    -Q --quote= -t --telnet-option= changes
    -T --upload-file= read changes
    --cacert= --capath= -E --cert= --crlfile= --etag-compare= --key= --netrc-file= --proxy-cacert= --proxy-capath=
    --proxy-cert= --proxy-crlfile= --proxy-key= --pubkey= --pinnedpubkey= --proxy-pinnedpubkey= --random-file= read
    -b --cookie= --egd-file= read
    -K --config= read caution
    -o --output= -c --cookie-jar= -D --dump-header= --etag-save= --libcurl= --stderr= --trace= --trace-ascii= write
    --alt-svc= --hsts= write
    --output-dir= write-below
    -O --remote-name --remote-name-all -J --remote-header-name --create-dirs changes
    --engine= runs
    -x --proxy= --preproxy= --proxy1.0= fetch
    --socks4= --socks4a= --socks5= --socks5-hostname= --dns-servers= --connect-to=
    --resolve= --unix-socket= --abstract-unix-socket= -P --ftp-port= host
    --doh-url= --url= fetch
    -h -M -V --help --manual --version quiet
    operands fetch*
  `,
  wget: `
    # GNU Wget 1.21.3, --help; without -O a file is made in the working directory
    -b --background -d --debug -q --quiet -v --verbose -nv --no-verbose -F --force-html --no-config
    --retry-connrefused --no-netrc -c --continue --show-progress -N --timestamping --no-if-modified-since
    --no-use-server-timestamps -S --server-response --random-wait --no-proxy --no-dns-cache --ignore-case -4
    --inet4-only -6 --inet6-only --ask-password --no-iri --unlink --xattr -x -nc -nd -nH -np --no-clobber
    --no-directories --no-host-directories --no-parent --force-directories --protocol-directories --no-cache -E
    --adjust-extension --ignore-length --save-headers --no-http-keep-alive --no-cookies --keep-session-cookies
    --content-disposition --content-on-error --auth-no-challenge --https-only --no-check-certificate --no-hsts
    --no-remove-listing --no-glob --no-passive-ftp --preserve-permissions --retr-symlinks --ftps-implicit
    --ftps-resume-ssl --ftps-clear-data-connection --ftps-fallback-to-ftp --warc-cdx --no-warc-compression
    --no-warc-digests --no-warc-keep-log -r --recursive --delete-after -k --convert-links --convert-file-only -K
    --backup-converted -m --mirror -p --page-requisites --strict-comments --follow-ftp -H --span-hosts -L --relative
    --trust-server-names
    --report-speed= -B --base= -t --tries= --retry-on-http-error= --start-pos= --progress= -T --timeout=
    --dns-timeout= --connect-timeout= --read-timeout= -w --wait= --waitretry= -Q --quota= --bind-address=
    --limit-rate= --restrict-file-names= --prefer-family= --user= --password= --local-encoding= --remote-encoding=
    --cut-dirs= --http-user= --http-password= --default-page= --header= --compression= --proxy-user=
    --proxy-password= --referer= -U --user-agent= --max-redirect= --secure-protocol= --certificate-type=
    --private-key-type= --pinnedpubkey= --ciphers= --ftp-user= --ftp-password= --warc-header= --warc-max-size= -l
    --level= --backups= -A --accept= -R --reject= --accept-regex= --reject-regex= --regex-type= -D --domains=
    --exclude-domains= --follow-tags= --ignore-tags= -I --include-directories= -X --exclude-directories=
    --spider operands:fetch*
    -O --output-document= write operands:fetch*
    -e --execute= --config= caution
    --use-askpass= exec
    -o --output-file= -a --append-output= --rejected-log= --save-cookies= --hsts-file= --warc-file= write
    -P --directory-prefix= --warc-tempdir= write-below
    -i --input-file= read caution
    --load-cookies= --certificate= --private-key= --ca-certificate= --ca-directory= --crl-file= --warc-dedup= read
    --post-data= --body-data= changes
    --post-file= --body-file= read changes
    --method= method
    -h -V --help --version quiet
    operands changes fetch*
  `,
  rsync: `
    # rsync 3.5.0, --help: all but the last operand are read, the last one is written
    -v -q -c -a -r -R -b -u -d -l -L -k -K -H -p -E -A -X -o -g -t -U -N -O -J -S -n -W -x -m -I -y -z -C -F -0 -s -h -D
    -i -4 -6 -P --verbose --quiet --no-motd --checksum --archive --recursive --inc-recursive --relative --backup
    --update --inplace --append --append-verify --dirs --old-dirs --mkpath --links --copy-links --copy-unsafe-links
    --safe-links --munge-links --copy-dirlinks --keep-dirlinks --hard-links --perms --executability --acls --xattrs
    --owner --group --devices --copy-devices --write-devices --specials --times --atimes --open-noatime --crtimes
    --omit-dir-times --omit-link-times --super --fake-super --sparse --preallocate --whole-file --one-file-system
    --existing --ignore-non-existing --ignore-existing --del --delete --delete-before --delete-during --delete-delay
    --delete-after --delete-excluded --ignore-missing-args --delete-missing-args --ignore-errors --force --partial
    --delay-updates --prune-empty-dirs --numeric-ids --ignore-times --size-only --fuzzy --compress --cvs-exclude
    --from0 --old-args --secluded-args --trust-sender --blocking-io --stats --8-bit-output --human-readable --progress
    --itemize-changes --fsync --ipv4 --ipv6 --no-whole-file --no-inc-recursive --no-implied-dirs
    --info= --debug= --stderr= --suffix= --chmod= --checksum-choice= -B --block-size= --max-delete= --max-size=
    --min-size= --max-alloc= --usermap= --groupmap= --chown= --timeout= --contimeout= -@ --modify-window=
    --compress-choice= --compress-level= --compress-threads= --skip-compress= -f --filter= --exclude= --include=
    --address= --port= --sockopts= --outbuf= --out-format= --log-file-format= --bwlimit= --stop-after= --stop-at=
    --protocol= --iconv= --checksum-seed=
    --remove-source-files operands:write-below* operands:write-below*
    -n --dry-run --list-only operands:read-below*
    -e --rsh= run
    --rsync-path= -M --remote-option= caution
    --copy-as= caution
    --backup-dir= --partial-dir= -T --temp-dir= write-below
    --log-file= --write-batch= --only-write-batch= write
    --compare-dest= --copy-dest= --link-dest= read-below
    --exclude-from= --include-from= --password-file= --early-input= --read-batch= read
    --files-from= read caution
    --daemon changes runs
    --help --version -V quiet
    operands read-below* write-below
  `,
  "ssh slogin autossh": `
    # ssh(1), OpenSSH 9.2: the words behind the host run there
    posix exact
    -4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y
    -B -b -c -D -e -I -J -L -l -m -O -p -Q -R -W -w=
    -F -i= read caution
    -E= write
    -S= caution
    -o= caution
    always connects runs changes
    operands host none*
  `,
  "scp sftp": `
    # scp(1) and sftp(1), OpenSSH 9.2
    exact
    -1 -3 -4 -6 -A -a -B -C -f -N -O -p -q -R -r -s -T -v
    -c -D -J -l -P -X -b=
    -F -i= read caution
    -S -o= caution
    always connects changes
    operands read-below* write-below
  `,
  "ssh-keygen": `
    # ssh-keygen(1), OpenSSH 9.2: most modes make or change a key
    exact
    -f= write
    -l -y -B -L turns:-f=read
    -F=
    -q -v
    -a -b -C -E -I -m -N -n -O -P -r -s -t -V -w -Z -z=
    -A -c -d -e -g -h -H -i -K -k -M -p -Q -R -u -U -Y changes
    -D= caution
    operands none*
  `,
  "ssh-add ssh-copy-id": `
    # ssh-add(1), ssh-copy-id(1), OpenSSH 9.2
    exact
    -l -L
    always changes
    -*
    operands read*
  `,
  "ssh-keyscan": `
    # ssh-keyscan(1), OpenSSH 9.2
    exact
    -4 -6 -c -D -H -v
    -p -T -t=
    -f= read
    always connects
    operands host*
  `,
  "nc netcat ncat telnet ftp lftp socat": `
    # nc(1), telnet(1), socat(1): they carry bytes to another machine and may start a program
    always connects changes
    -e -c --exec= --sh-exec= run
    -*
    operands host none*
  `,
  "dig host nslookup drill kdig": `
    # dig(1), host(1), nslookup(1), BIND 9.18: a question carries its name to a server
    posix exact plus
    -f -k= read
    -*
    always connects
    operands none*
  `,
  "ping ping6 traceroute tracepath mtr whois": `
    # ping(8), traceroute(1), whois(1)
    exact
    -*
    -c -i -I -m -p -s -t -w -W -Q -M -S -T -f -q -h=
    always connects
    operands host*
  `,
  openssl: `
    # openssl(1), 3.0: options with one dash, each subcommand has its own
    single exact
    sub version,list,ciphers,help,errstr,prime
    -*
    sub dgst,sha1,sha256,sha384,sha512,md5
    -*
    -sign -verify -prverify -signature -hmac -mac -macopt -passin -sigopt= read
    -out= write
    -engine -provider -provider-path= runs
    operands read*
    sub x509,req,crl,pkcs7,pkcs12,pkcs8,rsa,ec,dsa,pkey,asn1parse,verify,base64,enc,rand,cms,smime
    -*
    -in -inkey -certfile -CA -CAfile -CApath -CAkey -key -keyin -config -extfile -passin -pass -kfile -untrusted= read
    -out -keyout -CAserial -writerand= write
    -engine -provider -provider-path= runs
    -new -x509toreq -CAcreateserial changes
    operands read*
    sub s_client,s_time,ocsp connects
    -*
    -connect -host -url= host
    -cert -key -CAfile= read
    -out -respout -reqout -keylogfile -sess_out= write
    sub genrsa,genpkey,gendsa,dhparam,ecparam,dsaparam,ca,s_server changes
    -*
    -out= write
  `,
  "gpg gpg2": `
    # gpg(1), GnuPG 2.2.40: most commands touch the keyring
    exact
    --list-keys -k --list-secret-keys -K --list-sigs --check-sigs --fingerprint --list-packets --list-config
    --batch --yes --no-tty --quiet -q -v --verbose --armor -a --with-colons --no-default-keyring --dry-run -n
    --verify operands:read*
    --recipient= -r= --local-user= -u= --keyid-format= --status-fd= --logger-fd= --compress-algo= --cipher-algo=
    --homedir= read-below
    --keyring= --passphrase-file= --options= read
    -o --output= --log-file= --status-file= write
    --export --export-secret-keys --export-ssh-key
    --decrypt -d operands:read*
    --import --recv-keys --send-keys --refresh-keys --search-keys --delete-keys --delete-secret-keys --gen-key changes
    --full-gen-key --quick-gen-key --edit-key --sign-key --encrypt -e --sign -s --clearsign --detach-sign -b changes
    --symmetric -c --enarmor --dearmor --store changes
    --exec-path= --photo-viewer= --agent-program= --pinentry-mode= caution
    --version --help -h quiet
    operands read*
  `,
  "age rage": `
    # age(1), 1.1
    exact
    -e -d -a -p --encrypt --decrypt --armor --passphrase
    -r --recipient=
    -R -i --recipients-file= --identity= read
    -j= runs
    -o --output= write
    operands read
  `,
  "vi vim view vimdiff nvim gvim ex nano pico emacs emacsclient ed joe micro helix hx kak mcedit code subl": `
    # Editors take commands from their words, from files beside the text and from standard input
    always runs changes
    -*
    -c -S -u -U --cmd= --eval= --load=
    operands write*
  `,
};
